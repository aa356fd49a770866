import { usePeopleOptions } from "../../ui/fields/usePeopleOptions";
import { ActionIcon, Button, Select } from "@mantine/core";
import { IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { useRoleName } from "../../platform/intl/useRoleName";
import { useText } from "../../platform/intl/useText";
import { useRowKeys } from "../../ui/form/row-keys";
import type { RuleOptions } from "./ApprovalRules";
import classes from "./ApprovalRules.module.css";
import type { ApproverKind } from "../../../shared/approvals/approvals/approvals.chain.rules";
import { approverKindsOf, type RequestFamily } from "../../../shared/approvals/approvals/families";

export interface StepValue {
  by: ApproverKind;
  role_id: number | null;
  user_id: number | null;
}

export const isCompleteStep = ({ by, role_id, user_id }: StepValue): boolean =>
  by === "role" ? role_id !== null : by !== "user" || user_id !== null;

interface StepsEditorProps {
  family: RequestFamily;
  steps: readonly StepValue[];
  options: RuleOptions;
  onChange: (steps: StepValue[]) => void;
  errorAt: (at: number) => string | undefined;
}

export function StepsEditor({ family, steps, options, onChange, errorAt }: StepsEditorProps) {
  const text = useText();
  const people = usePeopleOptions(options.people);
  const roleName = useRoleName();
  const keys = useRowKeys(steps);
  const set = (at: number, change: Partial<StepValue>) =>
    onChange(steps.map((step, place) => (place === at ? { ...step, ...change } : step)));
  const up = (at: number) => {
    const next = [...steps];
    next.splice(at - 1, 0, ...next.splice(at, 1));
    onChange(next);
  };
  return (
    <fieldset className={classes.steps}>
      <legend>{text("rules.steps")}</legend>
      {steps.map((step, at) => (
        <div key={keys[at]} className={classes.step}>
          <Select
            aria-label={text("rules.step.by", { number: at + 1 })}
            allowDeselect={false}
            data={approverKindsOf(family).map((by) => ({ value: by, label: text(`rules.by.${by}`) }))}
            value={step.by}
            onChange={(by) => by && set(at, { by: by as StepValue["by"], role_id: null, user_id: null })}
          />
          {step.by === "role" && (
            <Select
              aria-label={text("rules.step.role", { number: at + 1 })}
              placeholder={text("rules.by.role")}
              data={options.roles.map((role) => ({ value: String(role.id), label: roleName(role) ?? "" }))}
              value={step.role_id === null ? null : String(step.role_id)}
              onChange={(id) => set(at, { role_id: id === null ? null : Number(id) })}
              error={errorAt(at)}
            />
          )}
          {step.by === "user" && (
            <Select
              aria-label={text("rules.step.user", { number: at + 1 })}
              placeholder={text("rules.by.user")}
              searchable
              data={people}
              value={step.user_id === null ? null : String(step.user_id)}
              onChange={(id) => set(at, { user_id: id === null ? null : Number(id) })}
              error={errorAt(at)}
            />
          )}
          <span className={classes.buttons}>
            <ActionIcon
              aria-label={text("rules.step.up", { number: at + 1 })}
              disabled={at === 0}
              onClick={() => up(at)}
            >
              <IconArrowUp size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={text("rules.step.remove", { number: at + 1 })}
              disabled={steps.length === 1}
              onClick={() => onChange(steps.filter((_, place) => place !== at))}
            >
              <IconX size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </span>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
        disabled={steps.length >= 10}
        onClick={() => onChange([...steps, { by: "role", role_id: null, user_id: null }])}
      >
        {text("rules.step.add")}
      </Button>
    </fieldset>
  );
}
