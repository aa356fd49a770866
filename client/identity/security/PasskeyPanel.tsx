import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { object } from "yup";
import { textField } from "../../../shared/kernel/fields";
import { browserName } from "../../../shared/kernel/browser-name";
import {
  addPasskey,
  createPasskeyOptions,
  removePasskey,
  type SecondFactor,
} from "../../../shared/identity/session/second-factor.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { hasPasskeys, createPasskey, PasskeyNotUsedError } from "../session/webauthn";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import type { FactorPanelProps } from "./FactorPanels";
import classes from "./security.module.css";
import { isLastFactor } from "./TotpPanel";
import { Dialog } from "../../ui/Dialog";
import tones from "../../ui/layout/tones.module.css";

type Passkey = SecondFactor["passkeys"][number];

export function PasskeyPanel({ factors, run, busy, onChanged, onCodes }: FactorPanelProps) {
  const text = useText();
  const [naming, setNaming] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const add = (name: string) =>
    run(["add", name], async () => {
      const { data } = await call(createPasskeyOptions);
      if (!data) return;
      try {
        const passkey = await createPasskey(data.options);
        const { recovery_codes, message } = await call(addPasskey, { body: { token: data.token, name, passkey } });
        toast.done(message);
        onCodes(recovery_codes);
      } catch (error) {
        if (!(error instanceof PasskeyNotUsedError)) throw error;
        toast.error(text("passkey.notMade"));
      }
    });
  return (
    <Panel title={text("passkey.title")} padded>
      <div className={classes.row}>
        <p>{text(hasPasskeys() ? "passkey.why" : "passkey.notHere")}</p>
        {hasPasskeys() && (
          <Button loading={busy} onClick={() => setNaming(true)}>
            {text("passkey.add")}
          </Button>
        )}
      </div>
      {factors.passkeys.length > 0 && (
        <ul className={classes.list}>
          {factors.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      <Dialog opened={naming} onClose={() => setNaming(false)} title={text("passkey.add")} size={420}>
        {naming && (
          <NameForm
            onNamed={(name) => {
              setNaming(false);
              add(name);
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={removing !== null}
        title={text("passkey.remove")}
        confirmLabel={text("passkey.remove")}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          const id = removing?.id;
          setRemoving(null);
          if (id === undefined) return;
          run(["remove", id], async () => {
            toast.done((await call(removePasskey, { params: { id } })).message);
            onChanged();
          });
        }}
      >
        <p className={tones.muted}>{text(isLastFactor(factors) ? "factor.remove.last" : "factor.remove.why")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const text = useText();
  const { day } = useFormat();
  const { name, created_at, last_used_at } = passkey;
  return (
    <li>
      <span>
        <bdi>{name}</bdi>
        <small>
          {last_used_at
            ? text("passkey.used", { day: day(last_used_at, "medium") })
            : text("passkey.made", { day: day(created_at, "medium") })}
        </small>
      </span>
      <Button size="xs" color="danger" aria-label={text("passkey.removeOne", { name })} onClick={onRemove}>
        {text("passkey.removeShort")}
      </Button>
    </li>
  );
}

const nameSchema = object({ name: textField(60).required("field.required") });

function NameForm({ onNamed }: { onNamed: (name: string) => void }) {
  const text = useText();
  const form = useForm(nameSchema, {
    initialValues: { name: browserName(navigator.userAgent) ?? "" },
    onSubmit: async ({ name }) => onNamed(name),
  });
  return (
    <Form form={form}>
      <TextInput
        label={text("passkey.name")}
        description={text("passkey.name.help")}
        data-autofocus
        {...form.field("name")}
      />
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("passkey.goOn")}
      </Button>
    </Form>
  );
}
