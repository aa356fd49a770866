import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  type Condition,
  type ConditionField,
  type Conditions,
  type Operator,
  operators,
  validCondition,
} from "../../../../shared/work/tasks/tasks.conditions.rules";
import { conditionsOf, filterOf } from "../../../../shared/work/tasks/tasks.filter.rules";
import { useFormat, useText } from "../../../platform/intl/useText";
import { Dialog } from "../../../ui/Dialog";
import { DateField } from "../../../ui/fields/DateField";
import { FilterPicker } from "../../../ui/fields/FilterPicker";
import classes from "./ConditionsDialog.module.css";
import { type FilterSources, useConditionTexts } from "./useConditionTexts";
import { useBoardFilter } from "./useBoardFilter";
import { AmountField } from "../../../ui/fields/AmountField";
import { NumberField } from "../../../ui/fields/NumberField";
import flow from "../../../ui/layout/flow.module.css";

const complete = (conditions: readonly Condition[]) => conditions.flatMap((one) => validCondition(one) ?? []);

/** Edits all conditions of the filter, including groups in which only one condition must match. Complete conditions apply at once. */
export function ConditionsDialog({ sources, onClose }: { sources: FilterSources; onClose: () => void }) {
  const text = useText();
  const { filter, change } = useBoardFilter();
  const [draft, setDraft] = useState<Conditions>(() => conditionsOf(filter));
  const apply = (next: Conditions) => {
    setDraft(next);
    const anyGroups = next.any.map(complete).filter((group) => group.length > 0);
    change(filterOf(filter.text, { all: complete(next.all), any: anyGroups }));
  };
  const setGroup = (at: number, group: readonly Condition[]) =>
    apply({ ...draft, any: group.length > 0 ? draft.any.with(at, group) : draft.any.toSpliced(at, 1) });
  return (
    <Dialog opened onClose={onClose} title={text("filter.advanced")} size={680}>
      <ConditionRows
        label={text("filter.all")}
        conditions={draft.all}
        sources={sources}
        onChange={(all) => apply({ ...draft, all })}
      />
      {draft.any.map((group, at) => (
        <ConditionRows
          key={at}
          label={text(at === 0 ? "filter.any" : "filter.or")}
          conditions={group}
          sources={sources}
          onChange={(next) => setGroup(at, next)}
        />
      ))}
      <footer className={classes.foot}>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => setDraft({ ...draft, any: [...draft.any, [newCondition]] })}
        >
          {text("filter.addGroup")}
        </Button>
        <Button size="xs" variant="filled" onClick={onClose}>
          {text("action.close")}
        </Button>
      </footer>
    </Dialog>
  );
}

const newCondition: Condition = { field: "priority", is: "is", values: [] };

interface ConditionRowsProps {
  label: string;
  conditions: readonly Condition[];
  sources: FilterSources;
  onChange: (conditions: readonly Condition[]) => void;
}

function ConditionRows({ label, conditions, sources, onChange }: ConditionRowsProps) {
  const text = useText();
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {conditions.map((condition, at) => (
        <ConditionRow
          key={at}
          condition={condition}
          sources={sources}
          onChange={(next) => onChange(conditions.with(at, next))}
          onRemove={() => onChange(conditions.toSpliced(at, 1))}
        />
      ))}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
        onClick={() => onChange([...conditions, newCondition])}
      >
        {text("filter.addCondition")}
      </Button>
    </fieldset>
  );
}

interface ConditionRowProps {
  condition: Condition;
  sources: FilterSources;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ condition, sources, onChange, onRemove }: ConditionRowProps) {
  const text = useText();
  const texts = useConditionTexts(sources);
  const { field, is } = condition;
  const setField = (next: ConditionField) =>
    onChange({ field: next, is: texts.operatorsOf(next)[0] as Operator, values: [] });
  const setOperator = (next: Operator) =>
    onChange({ field, is: next, values: operators[next] === operators[is] ? condition.values : [] });
  return (
    <div className={classes.row} data-condition={field}>
      <NativeSelect
        size="xs"
        aria-label={text("filter.field")}
        value={field}
        data={texts.fields.map((value) => ({ value, label: texts.labelOf(value) }))}
        onChange={(event) => setField(event.currentTarget.value as ConditionField)}
      />
      <NativeSelect
        size="xs"
        aria-label={text("filter.operator")}
        value={is}
        data={texts.operatorsOf(field).map((value) => ({ value, label: text(`filter.is.${value}`) }))}
        onChange={(event) => setOperator(event.currentTarget.value as Operator)}
      />
      <ConditionValues
        condition={condition}
        sources={sources}
        onChange={(values) => onChange({ ...condition, values })}
      />
      <ActionIcon
        size={28}
        variant="subtle"
        color="gray"
        aria-label={text("filter.removeCondition")}
        onClick={onRemove}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface ConditionValuesProps {
  condition: Condition;
  sources: FilterSources;
  onChange: (values: readonly string[]) => void;
}

function ConditionValues({ condition, sources, onChange }: ConditionValuesProps) {
  const text = useText();
  const { list } = useFormat();
  const { labelOf, optionsOf } = useConditionTexts(sources);
  const { field, is, values } = condition;
  const [first = "", second = ""] = values;
  const operand = operators[is];
  if (operand === "none") return <span />;
  if (operand === "count")
    return (
      <NumberField
        size="xs"
        aria-label={text("filter.days")}
        min={1}
        max={366}
        value={/^\d+$/.test(first) ? Number(first) : first}
        onChange={(value) => onChange([String(value)])}
      />
    );
  if (operand === "text")
    return (
      <TextInput
        size="xs"
        dir="auto"
        aria-label={labelOf(field)}
        value={first}
        onChange={(event) => onChange([event.currentTarget.value])}
      />
    );
  if (operand === "number")
    return (
      <AmountField
        size="xs"
        aria-label={labelOf(field)}
        currency={undefined}
        decimals={6}
        value={first}
        onChange={(value) => onChange([value])}
      />
    );
  if (operand === "day")
    return (
      <DateField label={text("filter.day")} value={first || null} onChange={(day) => onChange(day ? [day] : [])} />
    );
  if (operand === "range")
    return (
      <span className={flow.wrapNarrow}>
        <DateField
          label={text("filter.due.from")}
          value={first || null}
          max={second || null}
          onChange={(day) => onChange([day ?? "", second])}
        />
        <DateField
          label={text("filter.due.to")}
          value={second || null}
          min={first || null}
          onChange={(day) => onChange([first, day ?? ""])}
        />
      </span>
    );
  const options = optionsOf(field);
  const names = options.filter(({ value }) => values.includes(value)).map((option) => option.label);
  const single = field === "state";
  return (
    <FilterPicker
      label={names.length > 0 ? "" : text("filter.choose")}
      value={names.length > 0 && <bdi>{list(names)}</bdi>}
      searchLabel={labelOf(field)}
      multiple={!single}
      options={options}
      chosen={values}
      onPick={(value) => {
        if (single) onChange([value]);
        else onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
      }}
    />
  );
}
