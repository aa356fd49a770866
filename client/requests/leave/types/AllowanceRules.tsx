import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { ReplyOf } from "../../../../shared/kernel/endpoint";
import { contractTypes } from "../../../../shared/people/people/people.fields";
import {
  type AllowanceRules,
  previewAllowanceRules,
  readAllowanceRules,
  updateAllowanceRules,
} from "../../../../shared/requests/leave/ledger/allowances.contract";
import { unitOf } from "../../../../shared/requests/leave/types/counting.rules";
import { allowanceRulesSchema } from "../../../../shared/requests/leave/ledger/allowances.schema";
import { type LeaveType, readLeaveType } from "../../../../shared/requests/leave/types/types.contract";
import { call } from "../../../platform/api";
import { useNameOf } from "../../../platform/intl/useNameOf";
import { useFormat, useText } from "../../../platform/intl/useText";
import { paths } from "../../../platform/paths";
import { useEndpoint } from "../../../platform/query";
import { useScreenTitle } from "../../../platform/screen-title";
import { AmountField } from "../../../ui/fields/AmountField";
import { DraftGuard } from "../../../ui/form/DraftGuard";
import { Form } from "../../../ui/form/Form";
import { useForm } from "../../../ui/form/form";
import { useRowKeys } from "../../../ui/form/row-keys";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { Avatar } from "../../../ui/signs/Avatar";
import { QueryBoundary } from "../../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../../ui/states/Skeleton";
import { Table } from "../../../ui/Table";
import { toast } from "../../../ui/toast/toast";
import { useAllowanceTexts } from "./useAllowanceTexts";
import { useLeaveTexts } from "./useLeaveTexts";
import classes from "./AllowanceRules.module.css";
import flow from "../../../ui/layout/flow.module.css";
import { emptyRule, moved, type RuleValues, toRuleValues } from "./allowance-rule-values";
import tones from "../../../ui/layout/tones.module.css";

export function AllowanceRulesPage({ id }: { id: number }) {
  const text = useText();
  const nameOf = useNameOf();
  const type = useEndpoint(readLeaveType, { params: { id } });
  const rules = useEndpoint(readAllowanceRules, { params: { id } });
  useScreenTitle(type.data && nameOf(type.data.data));
  return (
    <QueryBoundary query={rules} loading={<SkeletonRows rows={6} height={48} />} failed={text("leaveRules.failed")}>
      {({ data }) => type.data && <RulesForm type={type.data.data} stored={data} />}
    </QueryBoundary>
  );
}

type Preview = ReplyOf<typeof previewAllowanceRules>["data"];

function RulesForm({ type, stored }: { type: LeaveType; stored: AllowanceRules }) {
  const text = useText();
  const nameOf = useNameOf();
  const { amountOf } = useLeaveTexts();
  const navigate = useNavigate();
  const [preview, setPreview] = useState<Preview | null>(null);
  const params = { id: type.id };
  const [saving, setSaving] = useState(false);
  const form = useForm(allowanceRulesSchema, {
    initialValues: { rules: stored.rules.map(toRuleValues) },
    draft: { storageKey: null, version: stored.version },
    onSubmit: async (body, { idempotencyKey, version }) => {
      if (!saving) {
        setPreview((await call(previewAllowanceRules, { params, body })).data);
        return;
      }
      const { message } = await call(updateAllowanceRules, { params, body: { ...body, version }, idempotencyKey });
      toast.done(message ?? "");
      form.reset();
      void navigate(paths.leaveTab("types"));
    },
  });
  const { rules } = form.values;
  const keys = useRowKeys(rules);
  const setRules = (next: RuleValues[]) => {
    setPreview(null);
    form.setValue("rules", next);
  };
  return (
    <Form form={form}>
      <DraftGuard dirty={form.dirty && !form.sending} />
      <PageHead title={nameOf(type)} sub={text("title.leaveRules")}>
        <Button component={Link} to={paths.leaveType("edit", type.id)} variant="subtle" color="gray">
          {text("action.cancel")}
        </Button>
        <Button type="submit" loading={form.sending && !saving} onClick={() => setSaving(false)}>
          {text("leaveRules.preview")}
        </Button>
        <Button type="submit" variant="filled" loading={form.sending && saving} onClick={() => setSaving(true)}>
          {text("action.save")}
        </Button>
      </PageHead>
      <div className={classes.page}>
        <p className={tones.muted}>
          {text("leaveRules.why", {
            days: amountOf(Math.min(type.days_female, type.days_male), unitOf(type.counting)),
          })}
        </p>
        {rules.length === 0 && <p className={tones.muted}>{text("leaveRules.none")}</p>}
        {rules.map((rule, at) => (
          <Panel
            key={keys[at]}
            title={text("leaveRules.rule", { number: at + 1 })}
            padded
            end={
              <span className={classes.actions}>
                <ActionIcon
                  size="lg"
                  disabled={at === 0}
                  aria-label={text("leaveRules.up", { number: at + 1 })}
                  onClick={() => setRules(moved(rules, at, at - 1))}
                >
                  <IconArrowUp size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  disabled={at === rules.length - 1}
                  aria-label={text("leaveRules.down", { number: at + 1 })}
                  onClick={() => setRules(moved(rules, at, at + 1))}
                >
                  <IconArrowDown size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size="lg"
                  aria-label={text("leaveRules.remove", { number: at + 1 })}
                  onClick={() => setRules(rules.filter((_, index) => index !== at))}
                >
                  <IconTrash size={16} stroke={1.75} aria-hidden />
                </ActionIcon>
              </span>
            }
          >
            <RuleFields
              rule={rule}
              at={at}
              stored={stored}
              errorOf={(name) => form.field(name as "rules").error}
              onChange={(change) => setRules(rules.map((one, index) => (index === at ? { ...one, ...change } : one)))}
            />
          </Panel>
        ))}
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setRules([...rules, emptyRule()])}
          >
            {text("leaveRules.add")}
          </Button>
        </div>
        {preview && <PreviewTable preview={preview} />}
      </div>
    </Form>
  );
}

interface RuleFieldsProps {
  rule: RuleValues;
  at: number;
  stored: AllowanceRules;
  errorOf: (name: string) => string | undefined;
  onChange: (more: Partial<RuleValues>) => void;
}

function RuleFields({ rule, at, stored, errorOf, onChange }: RuleFieldsProps) {
  const text = useText();
  const stepKeys = useRowKeys(rule.steps);
  const anyOption = { value: "", label: text("leaveRules.any") };
  const choices = (rows: AllowanceRules["groups"]) => [
    anyOption,
    ...rows.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  const select = (name: "location" | "contract_type" | "group_id" | "department_id") => ({
    allowDeselect: false,
    value: rule[name],
    onChange: (value: string | null) => onChange({ [name]: value ?? "" }),
    error: errorOf(`rules.${at}.${name}`),
  });
  const unlistedLocation = stored.locations.includes(rule.location) || rule.location === "" ? [] : [rule.location];
  const putSteps = (steps: RuleValues["steps"]) => onChange({ steps });
  return (
    <div className={flow.fields}>
      <TextInput
        label={text("leaveRules.name")}
        value={rule.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf(`rules.${at}.name`)}
      />
      <AmountField
        currency={undefined}
        label={text("leaveRules.days")}
        value={rule.days}
        onChange={(days) => onChange({ days })}
        error={errorOf(`rules.${at}.days`)}
      />
      <Select
        label={text("leaveRules.location")}
        data={[anyOption, ...[...unlistedLocation, ...stored.locations].map((name) => ({ value: name, label: name }))]}
        {...select("location")}
      />
      <Select
        label={text("leaveRules.contract")}
        data={[anyOption, ...contractTypes.map((value) => ({ value, label: text(`people.contract.${value}`) }))]}
        {...select("contract_type")}
      />
      <Select searchable label={text("leaveRules.group")} data={choices(stored.groups)} {...select("group_id")} />
      <Select
        searchable
        label={text("leaveRules.department")}
        data={choices(stored.departments)}
        {...select("department_id")}
      />
      {rule.steps.map((step, index) => (
        <div key={stepKeys[index]} className={classes.step}>
          <AmountField
            currency={undefined}
            decimals={0}
            label={text("leaveRules.years")}
            value={step.years}
            onChange={(years) => putSteps(rule.steps.with(index, { ...step, years }))}
            error={errorOf(`rules.${at}.steps.${index}.years`)}
          />
          <AmountField
            currency={undefined}
            label={text("leaveRules.days")}
            value={step.days}
            onChange={(days) => putSteps(rule.steps.with(index, { ...step, days }))}
            error={errorOf(`rules.${at}.steps.${index}.days`)}
          />
          <ActionIcon
            size="lg"
            aria-label={text("leaveRules.step.remove", { number: index + 1 })}
            onClick={() => putSteps(rule.steps.filter((_, other) => other !== index))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div className={classes.wide}>
        {errorOf(`rules.${at}.steps`) && (
          <p role="alert" className={tones.danger}>
            {errorOf(`rules.${at}.steps`)}
          </p>
        )}
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => putSteps([...rule.steps, { years: "", days: "" }])}
        >
          {text("leaveRules.step.add")}
        </Button>
      </div>
    </div>
  );
}

function PreviewTable({ preview: { year, people, changed, rows } }: { preview: Preview }) {
  const text = useText();
  const { number } = useFormat();
  const { originOf } = useAllowanceTexts();
  return (
    <Panel title={text("leaveRules.preview.title", { year, people, changed })}>
      <div className={classes.scroll} role="status">
        <Table>
          <thead>
            <tr>
              <th scope="col">{text("leave.col.person")}</th>
              <th scope="col" className={classes.end}>
                {text("leaveRules.before")}
              </th>
              <th scope="col" className={classes.end}>
                {text("leaveRules.after")}
              </th>
              <th scope="col">{text("leaveRules.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ person, before, after, ...origin }) => (
              <tr key={person.id} data-changed={before !== after || undefined} className={classes.row}>
                <th scope="row">
                  <span className={classes.who}>
                    <Avatar person={person} size={24} hasVisibleName />
                    <bdi>{person.fullname}</bdi>
                  </span>
                </th>
                <td className={classes.end}>{number(before)}</td>
                <td className={classes.end}>{number(after)}</td>
                <td>{originOf(origin)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}
