import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  type ApprovalRule,
  deleteRule,
  listRules,
  readRuleOptions,
  sortRules,
} from "../../../shared/approvals/approvals/approval-rules.contract";
import type { RequestFamily } from "../../../shared/approvals/approvals/families";
import type { ReplyOf } from "../../../shared/kernel/endpoint";
import { Message, useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./ApprovalRules.module.css";
import { RuleDialog } from "./RuleDialog";
import { RuleDryRun } from "./RuleDryRun";
import { useRuleTexts } from "./useRuleTexts";
import tones from "../../ui/layout/tones.module.css";
import { FailedReads } from "../../ui/states/FailedReads";

export type RuleOptions = ReplyOf<typeof readRuleOptions>["data"];

export function ApprovalRules({ family }: { family: RequestFamily }) {
  const text = useText();
  const rules = useEndpoint(listRules, { query: { family } });
  const optionsQuery = useEndpoint(readRuleOptions, { query: { family } });
  const options = optionsQuery.data?.data;
  const [editing, setEditing] = useState<ApprovalRule | "new" | null>(null);
  return (
    <Panel
      title={text("rules.title")}
      end={
        <Button
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={!options}
          onClick={() => setEditing("new")}
        >
          {text("rules.add")}
        </Button>
      }
    >
      <p className={classes.why}>{text("rules.why")}</p>
      <FailedReads reads={[optionsQuery]} />
      <QueryBoundary query={rules} loading={<SkeletonRows rows={4} />} failed={text("rules.failed")}>
        {({ data }) => <RuleList family={family} rules={data} options={options} onEdit={setEditing} />}
      </QueryBoundary>
      {options && <RuleDryRun family={family} options={options} />}
      {options && <RuleDialog family={family} options={options} editing={editing} onClose={() => setEditing(null)} />}
    </Panel>
  );
}

interface RuleListProps {
  family: RequestFamily;
  rules: readonly ApprovalRule[];
  options: RuleOptions | undefined;
  onEdit: (rule: ApprovalRule) => void;
}

function RuleList({ family, rules, options, onEdit }: RuleListProps) {
  const text = useText();
  const [removing, setRemoving] = useState<ApprovalRule | null>(null);
  const sort = useAction(sortRules);
  const remove = useAction(deleteRule, {
    onSuccess: ({ message }) => {
      toast.done(message);
      setRemoving(null);
    },
  });
  const move = (at: number, by: -1 | 1) => {
    const ids = rules.map(({ id }) => id);
    const [id] = ids.splice(at, 1);
    ids.splice(at + by, 0, id as number);
    sort.mutate({ body: { family, ids } });
  };
  return (
    <>
      <ol className={classes.rules} aria-label={text("rules.title")}>
        {rules.map((rule, at) => (
          <li key={rule.id}>
            <RuleDescription rule={rule} options={options} />
            <span className={classes.buttons}>
              <ActionIcon
                aria-label={text("rules.up", { name: rule.name })}
                disabled={at === 0 || sort.isPending}
                onClick={() => move(at, -1)}
              >
                <IconArrowUp size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={text("rules.down", { name: rule.name })}
                disabled={at === rules.length - 1 || sort.isPending}
                onClick={() => move(at, 1)}
              >
                <IconArrowDown size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={text("rules.edit", { name: rule.name })} onClick={() => onEdit(rule)}>
                <IconPencil size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={text("rules.remove", { name: rule.name })} onClick={() => setRemoving(rule)}>
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </span>
          </li>
        ))}
        <li className={tones.quiet}>
          <span className={classes.words}>
            <strong>{text(rules.length === 0 ? "rules.none" : "rules.otherwise")}</strong>
            <span>{text(`rules.otherwise.why.${family}`)}</span>
          </span>
        </li>
      </ol>
      <ConfirmDialog
        opened={removing !== null}
        title={text("rules.remove.title")}
        confirmLabel={text("rules.remove.confirm")}
        pending={remove.isPending}
        onConfirm={() => removing && remove.mutate({ params: { id: removing.id } })}
        onClose={() => setRemoving(null)}
      >
        <Message id="rules.remove.why" values={{ name: <bdi>{removing?.name}</bdi> }} />
      </ConfirmDialog>
    </>
  );
}

function RuleDescription({ rule, options }: { rule: ApprovalRule; options: RuleOptions | undefined }) {
  const { conditionOf, approverOf } = useRuleTexts(rule.family, options);
  return (
    <span className={classes.words}>
      <strong>
        <bdi>{rule.name}</bdi>
      </strong>
      <span>{conditionOf(rule.condition)}</span>
      <span className={classes.way}>
        {rule.steps.map((step, at) => (
          // A step has no id, so its index is the key.
          <bdi key={at}>{approverOf(step)}</bdi>
        ))}
      </span>
    </span>
  );
}
