import { usePeopleOptions } from "../../../../ui/fields/usePeopleOptions";
import { ActionIcon, Button, NativeSelect, Select } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPlus, IconRoute, IconX } from "@tabler/icons-react";
import { useState } from "react";
import type { FormChoices, PlannedStep } from "../../../../../shared/requests/forms/form-templates.contract";
import { tryForm } from "../../../../../shared/requests/forms/form-templates.contract";
import {
  type FormAnswers,
  type FormDefinition,
  type FormStep,
  randomId,
} from "../../../../../shared/requests/forms/forms.definition";
import { formLimits } from "../../../../../shared/requests/forms/forms.schema";
import { useRoleName } from "../../../../platform/intl/useRoleName";
import { useFormat, useText } from "../../../../platform/intl/useText";
import { useAction } from "../../../../platform/query";
import { ConditionSettings } from "./ConditionSettings";
import classes from "./StepSettings.module.css";
import { approverKindsWithoutBudget } from "../../../../../shared/approvals/approvals/approvals.chain.rules";
import tones from "../../../../ui/layout/tones.module.css";

interface StepSettingsProps {
  formId: number;
  definition: FormDefinition;
  /** Answers from the preview, for testing conditions. */
  answers: FormAnswers;
  choices: FormChoices;
  errors: Record<string, string>;
  onChange: (definition: FormDefinition) => void;
}

export function StepSettings({ formId, definition, answers, choices, errors, onChange }: StepSettingsProps) {
  const text = useText();
  const { number } = useFormat();
  const { steps } = definition;
  const set = (next: FormStep[]) => onChange({ ...definition, steps: next });
  const change = (at: number, step: FormStep) => set(steps.map((one, place) => (place === at ? step : one)));
  const swap = (at: number, to: number) => {
    const next = [...steps];
    const [moved] = next.splice(at, 1);
    next.splice(to, 0, moved as FormStep);
    set(next);
  };
  return (
    <section className={classes.steps} aria-labelledby="who-approves">
      <header>
        <h2 id="who-approves">{text("forms.whoApproves")}</h2>
        <span>{text("forms.stepCount", { count: steps.length })}</span>
      </header>
      <ol>
        {steps.map((step, at) => (
          <li key={step.id}>
            <span className={classes.number} aria-hidden>
              {number(at + 1)}
            </span>
            <div className={classes.step}>
              <ApproverFields
                step={step}
                choices={choices}
                name={text("forms.stepNumber", { position: number(at + 1) })}
                error={errors[`steps.${at}.role_id`] ?? errors[`steps.${at}.user_id`]}
                onChange={(next) => change(at, next)}
              />
              <span className={classes.stepTools}>
                <ActionIcon
                  disabled={at === 0}
                  aria-label={text("forms.stepUp", { position: number(at + 1) })}
                  onClick={() => swap(at, at - 1)}
                >
                  <IconArrowUp size={14} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  disabled={at === steps.length - 1}
                  aria-label={text("forms.stepDown", { position: number(at + 1) })}
                  onClick={() => swap(at, at + 1)}
                >
                  <IconArrowDown size={14} stroke={1.75} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={text("forms.stepRemove", { position: number(at + 1) })}
                  onClick={() => set(steps.filter(({ id }) => id !== step.id))}
                >
                  <IconX size={14} stroke={1.75} aria-hidden />
                </ActionIcon>
              </span>
              <ConditionSettings
                label={text("forms.onlyIf")}
                conditions={step.only_if}
                above={definition.fields}
                choices={choices}
                errorAt={(path) => errors[`steps.${at}.only_if.${path}`]}
                onChange={(only_if) => change(at, { ...step, only_if })}
              />
            </div>
          </li>
        ))}
      </ol>
      {steps.length === 0 && <p className={tones.quiet}>{text("forms.noSteps")}</p>}
      <span className={classes.stepButtons}>
        {steps.length < formLimits.steps && (
          <Button
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
            onClick={() => set([...steps, { id: randomId("s"), by: "manager", only_if: [] }])}
          >
            {text("forms.addStep")}
          </Button>
        )}
      </span>
      <StepDryRun formId={formId} definition={definition} answers={answers} choices={choices} />
    </section>
  );
}

interface ApproverFieldsProps {
  step: FormStep;
  choices: FormChoices;
  name: string;
  error: string | undefined;
  onChange: (step: FormStep) => void;
}

function ApproverFields({ step, choices, name, error, onChange }: ApproverFieldsProps) {
  const roleName = useRoleName();
  const text = useText();
  const people = usePeopleOptions(choices.people);
  const { id, only_if } = step;
  return (
    <div className={classes.who}>
      <NativeSelect
        aria-label={name}
        value={step.by}
        data={approverKindsWithoutBudget.map((by) => ({ value: by, label: text(`forms.by.${by}`) }))}
        onChange={(event) => {
          const by = event.currentTarget.value;
          if (by === "role") onChange({ id, only_if, by, role_id: choices.roles[0]?.id ?? 0 });
          else if (by === "user") onChange({ id, only_if, by, user_id: 0 });
          else onChange({ id, only_if, by: by === "head" ? by : "manager" });
        }}
      />
      {step.by === "role" && (
        <NativeSelect
          aria-label={text("forms.by.role")}
          value={String(step.role_id)}
          error={error}
          data={choices.roles.map((role) => ({ value: String(role.id), label: roleName(role) ?? "" }))}
          onChange={(event) => onChange({ ...step, role_id: Number(event.currentTarget.value) })}
        />
      )}
      {step.by === "user" && (
        <Select
          searchable
          aria-label={text("forms.by.user")}
          placeholder={text("forms.chooseOne")}
          nothingFoundMessage={people.length > 0 && text("forms.nobodyFound")}
          value={step.user_id ? String(step.user_id) : null}
          error={error}
          data={people}
          onChange={(value) => onChange({ ...step, user_id: Number(value ?? 0) })}
        />
      )}
    </div>
  );
}

/** Shows which approvers the request of a chosen user would have, with the preview's answers. */
function StepDryRun({ formId, definition, answers, choices }: Omit<StepSettingsProps, "errors" | "onChange">) {
  const roleName = useRoleName();
  const text = useText();
  const people = usePeopleOptions(choices.people);
  const [asker, setAsker] = useState<string | null>(null);
  const [plannedSteps, setWay] = useState<PlannedStep[] | null>(null);
  const go = useAction(tryForm, { onSuccess: ({ data }) => setWay(data) });
  return (
    <div className={classes.try}>
      <Select
        searchable
        clearable
        size="xs"
        aria-label={text("forms.try.as")}
        placeholder={text("forms.try.as")}
        nothingFoundMessage={people.length > 0 && text("forms.nobodyFound")}
        data={people}
        value={asker}
        onChange={setAsker}
      />
      <Button
        size="xs"
        loading={go.isPending}
        leftSection={<IconRoute size={14} stroke={1.75} aria-hidden />}
        onClick={() => {
          const body = { definition: definition as never, answers, ...(asker ? { requester_id: Number(asker) } : {}) };
          go.mutate({ params: { id: formId }, body });
        }}
      >
        {text("forms.try")}
      </Button>
      {plannedSteps && (
        <ol className={classes.way} role="status">
          {plannedSteps.map(({ approver, role, by }, at) => (
            <li key={at}>
              <bdi>{approver?.fullname ?? roleName(role) ?? ""}</bdi>{" "}
              <small>{text(`forms.by.${by as FormStep["by"]}`)}</small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
