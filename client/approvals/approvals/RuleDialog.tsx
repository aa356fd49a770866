import { planFeatures } from "../../../shared/access";
import { MultiSelect, Select, Switch, TextInput } from "@mantine/core";
import { type ApprovalRule, createRule, updateRule } from "../../../shared/approvals/approvals/approval-rules.contract";
import { ruleSchema } from "../../../shared/approvals/approvals/approval-rules.schema";
import { requestFamilyDefinitions, type RequestFamily } from "../../../shared/approvals/approvals/families";
import { currencyCodes } from "../../../shared/kernel/money";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { AmountField } from "../../ui/fields/AmountField";
import { DialogForm } from "../../ui/form/DialogForm";
import { useRecordForm } from "../../ui/records/useRecordForm";
import type { RuleOptions } from "./ApprovalRules";
import classes from "./ApprovalRules.module.css";
import { ChainPreview } from "./ChainPreview";
import { isCompleteStep, StepsEditor, type StepValue } from "./StepsEditor";
import { useRuleTexts } from "./useRuleTexts";
import { Dialog } from "../../ui/Dialog";

interface RuleDialogProps {
  family: RequestFamily;
  options: RuleOptions;
  editing: ApprovalRule | "new" | null;
  onClose: () => void;
}

export function RuleDialog({ editing, onClose, ...props }: RuleDialogProps) {
  const text = useText();
  return (
    <Dialog
      opened={editing !== null}
      onClose={onClose}
      size={640}
      title={text(editing === "new" ? "rules.newTitle" : "rules.editTitle")}
    >
      {editing && <RuleForm {...props} rule={editing === "new" ? null : editing} onClose={onClose} />}
    </Dialog>
  );
}

interface Values extends Record<string, unknown> {
  family: RequestFamily;
  name: string;
  types: string[];
  from_amount: string;
  to_amount: string;
  currency: string | null;
  from_cost: string;
  to_cost: string;
  department_ids: number[];
  over_budget: boolean;
  feature: string | null;
  steps: StepValue[];
}

function valuesOf(family: RequestFamily, rule: ApprovalRule | null): Values {
  const { types, from_amount, to_amount, currency, from_cost, to_cost, department_ids, over_budget, feature } =
    rule?.condition ?? {};
  return {
    family,
    name: rule?.name ?? "",
    types: [...(types ?? [])],
    from_amount: from_amount ?? "",
    to_amount: to_amount ?? "",
    currency: currency ?? null,
    from_cost: from_cost ?? "",
    to_cost: to_cost ?? "",
    department_ids: [...(department_ids ?? [])],
    over_budget: over_budget ?? false,
    feature: feature ?? null,
    steps: rule?.steps.map(({ by, role, user }) => ({
      by: by as StepValue["by"],
      role_id: role?.id ?? null,
      user_id: user?.id ?? null,
    })) ?? [{ by: "manager", role_id: null, user_id: null }],
  };
}

const inTime = {
  days: { from: "rules.fromDays", to: "rules.toDays" },
  hours: { from: "rules.fromHours", to: "rules.toHours" },
} as const;

function RuleForm({
  family,
  options,
  rule,
  onClose,
}: Omit<RuleDialogProps, "editing"> & { rule: ApprovalRule | null }) {
  const text = useText();
  const me = useCurrentUser();
  const { amount, cost } = requestFamilyDefinitions[family];
  const { typeName } = useRuleTexts(family, options);
  const form = useRecordForm(ruleSchema, {
    record: rule,
    valuesOf: (rule) => valuesOf(family, rule),
    groups: [
      ["from_amount", "to_amount", "currency"],
      ["from_cost", "to_cost"],
    ],
    entries: ["types", "department_ids"],
    create: createRule,
    update: updateRule,
    onClose,
  });
  const { values } = form;
  const errorOf = (name: string) => form.valueProps<unknown>(name as "steps").error;
  const inHome = { currency: me.tenant.currency };
  const money = { ...inHome, currency: values.currency ?? inHome.currency };
  const type = values.types[0] ?? options.types[0]?.code ?? null;
  return (
    <DialogForm form={form} onClose={onClose}>
      <TextInput data-autofocus label={text("rules.name")} {...form.field("name")} />
      <MultiSelect
        label={text("rules.types")}
        placeholder={values.types.length === 0 ? text("rules.any") : undefined}
        data={options.types.map((one) => ({ value: one.code, label: typeName(one) }))}
        {...form.valueProps<string[]>("types")}
      />
      {(amount === "days" || amount === "hours") && (
        <div className={classes.fields}>
          <AmountField
            label={text(inTime[amount].from)}
            currency={undefined}
            {...form.valueProps<string>("from_amount")}
          />
          <AmountField label={text(inTime[amount].to)} currency={undefined} {...form.valueProps<string>("to_amount")} />
        </div>
      )}
      {amount === "money" && (
        <div className={classes.fields}>
          <AmountField label={text("rules.fromAmount")} {...money} {...form.valueProps<string>("from_amount")} />
          <AmountField label={text("rules.toAmount")} {...money} {...form.valueProps<string>("to_amount")} />
          <Select
            label={text("rules.currency")}
            placeholder={text("rules.ownCurrency", inHome)}
            searchable
            clearable
            data={[...currencyCodes]}
            {...form.valueProps<string | null>("currency")}
          />
        </div>
      )}
      {cost && (
        <div className={classes.measure}>
          <div className={classes.fields}>
            <AmountField label={text("rules.fromCost")} {...inHome} {...form.valueProps<string>("from_cost")} />
            <AmountField label={text("rules.toCost")} {...inHome} {...form.valueProps<string>("to_cost")} />
          </div>
          <p className={classes.quiet}>{text("rules.cost.why")}</p>
        </div>
      )}
      <MultiSelect
        label={text("rules.departments")}
        placeholder={values.department_ids.length === 0 ? text("rules.any") : undefined}
        searchable
        data={options.departments.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.department_ids.map(String)}
        error={errorOf("department_ids")}
        onChange={(ids) => form.setValue("department_ids", ids.map(Number))}
      />
      {requestFamilyDefinitions[family].budget && (
        <Switch
          label={text("rules.overBudget")}
          description={text("rules.overBudget.why")}
          checked={values.over_budget}
          onChange={(event) => form.setValue("over_budget", event.currentTarget.checked)}
        />
      )}
      <Select
        label={text("rules.feature")}
        placeholder={text("rules.any")}
        clearable
        data={planFeatures.map((code) => ({ value: code, label: text(`feature.${code}`) }))}
        {...form.valueProps<string | null>("feature")}
      />
      <StepsEditor
        family={family}
        steps={values.steps}
        options={options}
        onChange={(steps) => form.setValue("steps", steps)}
        errorAt={(at) => errorOf(`steps.${at}.role_id`) ?? errorOf(`steps.${at}.user_id`)}
      />
      {values.steps.every(isCompleteStep) && (
        <ChainPreview family={family} type={type} requesterId={me.id} steps={values.steps} />
      )}
    </DialogForm>
  );
}
