import { Checkbox, TextInput } from "@mantine/core";
import { previewAccountingExport } from "../../../shared/requests/accounting/accounting.contract";
import { changeCoding, readCoding } from "../../../shared/requests/accounting/coding.contract";
import { codingSchema } from "../../../shared/requests/accounting/coding.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { refetch } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { OptionalLabel } from "../../ui/fields/OptionalLabel";
import { DialogForm } from "../../ui/form/DialogForm";
import { useForm } from "../../ui/form/form";
import { toast } from "../../ui/toast/toast";
import classes from "./Accounting.module.css";
import { AccountSelect, CodingForm } from "./CodingForm";

interface CodingDialogProps {
  /** Empty if the dialog is closed. */
  ids: readonly number[];
  /** Number and title of the request, if it is a single one. */
  request?: { number: string; title: string } | undefined;
  onClose: () => void;
}

/** One request is coded line by line, several get the same values. */
export function CodingDialog({ ids, request, onClose }: CodingDialogProps) {
  const text = useText();
  const [first] = ids;
  return (
    <Dialog opened={first !== undefined} onClose={onClose} size={760} title={text("accounting.coding")}>
      {request && ids.length === 1 && (
        <p className={classes.note}>
          <bdi>{request.number}</bdi> <bdi>{request.title}</bdi>
        </p>
      )}
      {first !== undefined &&
        (ids.length === 1 ? <CodingForm id={first} onSaved={onClose} /> : <BulkCoding ids={ids} onClose={onClose} />)}
    </Dialog>
  );
}

interface Values extends Record<string, unknown> {
  requests: { id: number }[];
  every_line: { cost_account_id: number | null; tax_key: string; cost_centre: string };
  replace: boolean;
}

function BulkCoding({ ids, onClose }: Pick<CodingDialogProps, "ids" | "onClose">) {
  const text = useText();
  const form = useForm<typeof codingSchema, Values>(codingSchema, {
    initialValues: {
      requests: ids.map((id) => ({ id })),
      every_line: { cost_account_id: null, tax_key: "", cost_centre: "" },
      replace: false,
    },
    onSubmit: async ({ requests, every_line, replace }, submission) => {
      // Empty fields keep the values of the lines.
      const entered = Object.entries(every_line ?? {}).filter(([, value]) => value !== null);
      const body = { requests, every_line: Object.fromEntries(entered), replace };
      toast.done((await call(changeCoding, { body, ...submission })).message ?? "");
      void refetch(readCoding, previewAccountingExport);
      onClose();
    },
  });
  return (
    <DialogForm form={form} onClose={onClose} submitLabel={text("accounting.coding.save")}>
      <p className={classes.note}>{text("accounting.coding.bulk", { count: ids.length })}</p>
      <div className={classes.fields}>
        <AccountSelect current={null} path="every_line.cost_account_id" form={form} />
        <TextInput
          label={<OptionalLabel label={text("accounting.taxKey")} />}
          inputMode="numeric"
          {...form.field("every_line.tax_key")}
        />
        <TextInput
          label={<OptionalLabel label={text("accounting.costCentre")} />}
          {...form.field("every_line.cost_centre")}
        />
      </div>
      <Checkbox
        label={text("accounting.coding.replace")}
        checked={form.values.replace}
        onChange={(event) => form.setValue("replace", event.currentTarget.checked)}
      />
    </DialogForm>
  );
}
