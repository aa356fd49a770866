import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  closeTenant,
  closingDays,
  closingSchema,
  keepTenant,
} from "../../../shared/administration/tenants/closing.contract";
import { call } from "../../platform/api";
import { useSingleRun } from "../../platform/single-run";
import { useFormat, useText } from "../../platform/intl/useText";
import { usePasswordConfirmation } from "../../identity/security/usePasswordConfirmation";
import { Form } from "../../ui/form/Form";
import { useForm } from "../../ui/form/form";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import classes from "./tenants.module.css";
import { Dialog } from "../../ui/Dialog";

export function CloseAccountPanel({ name, closesAt }: { name: string; closesAt: string | null }) {
  const text = useText();
  const { day } = useFormat();
  const [asking, setAsking] = useState(false);
  const [run, pending] = useSingleRun();
  const keep = () => run("keep", async () => toast.done((await call(keepTenant, {})).message ?? ""));
  return (
    <Panel title={text("tenant.closing")} padded>
      <div className={classes.closing}>
        {closesAt ? (
          <>
            <p role="status">{text("tenant.closing.until", { day: day(closesAt, "long") })}</p>
            <Button loading={pending} onClick={() => void keep()}>
              {text("tenant.closing.keep")}
            </Button>
          </>
        ) : (
          <>
            <p>{text("tenant.closing.why", { days: closingDays })}</p>
            <Button color="danger" onClick={() => setAsking(true)}>
              {text("tenant.closing.ask")}
            </Button>
          </>
        )}
      </div>
      <Dialog opened={asking} onClose={() => setAsking(false)} title={text("tenant.closing")} size={460}>
        {asking && <TypeName name={name} onDone={() => setAsking(false)} />}
      </Dialog>
    </Panel>
  );
}

function TypeName({ name, onDone }: { name: string; onDone: () => void }) {
  const text = useText();
  const confirm = usePasswordConfirmation();
  const form = useForm(closingSchema, {
    initialValues: { name: "" },
    onSubmit: (body) =>
      confirm.confirmed(async () => {
        const { message } = await call(closeTenant, { body });
        toast.done(message ?? "");
        onDone();
      }),
  });
  return (
    <>
      <Form form={form}>
        <p>{text("tenant.closing.why", { days: closingDays })}</p>
        <TextInput
          label={text("tenant.closing.name", { name })}
          data-autofocus
          autoComplete="off"
          {...form.field("name")}
        />
        <Button
          type="submit"
          variant="filled"
          color="danger"
          loading={form.sending}
          disabled={form.values.name !== name}
        >
          {text("tenant.closing.ask")}
        </Button>
      </Form>
      {confirm.dialog}
    </>
  );
}
