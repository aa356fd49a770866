import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useText } from "../../../platform/intl/useText";
import { DateField } from "../../../ui/fields/DateField";
import { OptionalLabel } from "../../../ui/fields/OptionalLabel";
import { Panel } from "../../../ui/Panel";
import { useRowKeys } from "../../../ui/form/row-keys";
import type { LeaveTypeFieldsProps } from "./LeaveTypeFields";
import classes from "./LeaveTypeForm.module.css";
import type { BlockedDatesValues } from "./leave-type-form";
import tones from "../../../ui/layout/tones.module.css";

/** Periods in which the type can't be taken, or only with a warning, such as stocktaking. */
export function BlockedDates({ form }: LeaveTypeFieldsProps) {
  const text = useText();
  const { blocks } = form.values;
  const keys = useRowKeys(blocks);
  const setBlocks = (next: BlockedDatesValues[]) => form.setValue("blocks", next);
  const change = (at: number, changes: Partial<BlockedDatesValues>) =>
    setBlocks(blocks.map((block, index) => (index === at ? { ...block, ...changes } : block)));
  return (
    <Panel
      title={text("leaveType.blocks")}
      padded
      end={
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
          onClick={() => setBlocks([...blocks, { start_date: null, end_date: null, stop: false, note: "" }])}
        >
          {text("leaveType.block.add")}
        </Button>
      }
    >
      {blocks.length === 0 && <p className={tones.quiet}>{text("leaveType.blocks.none")}</p>}
      {blocks.map((block, at) => (
        <fieldset key={keys[at]} className={classes.block}>
          <legend className="sr-only">{text("leaveType.block", { number: at + 1 })}</legend>
          <DateField
            label={text("leave.firstDay")}
            value={block.start_date}
            onChange={(start_date) => change(at, { start_date, end_date: block.end_date ?? start_date })}
            error={form.field(`blocks.${at}.start_date`).error}
          />
          <DateField
            label={text("leave.lastDay")}
            min={block.start_date}
            value={block.end_date}
            onChange={(end_date) => change(at, { end_date })}
            error={form.field(`blocks.${at}.end_date`).error}
          />
          <Select
            label={text("leaveType.block.effect")}
            allowDeselect={false}
            value={block.stop ? "stop" : "warn"}
            onChange={(value) => change(at, { stop: value === "stop" })}
            data={[
              { value: "warn", label: text("leaveType.block.warn") },
              { value: "stop", label: text("leaveType.block.stop") },
            ]}
          />
          <TextInput
            label={<OptionalLabel label={text("leaveType.block.note")} />}
            value={block.note}
            onChange={(event) => change(at, { note: event.currentTarget.value })}
            error={form.field(`blocks.${at}.note`).error}
          />
          <ActionIcon
            size="lg"
            aria-label={text("leaveType.block.remove", { number: at + 1 })}
            onClick={() => setBlocks(blocks.filter((_, index) => index !== at))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
    </Panel>
  );
}
