import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { latinDigits } from "../../../shared/kernel/digits";
import {
  beginTotp,
  confirmTotp,
  confirmTotpSchema,
  removeTotp,
  type SecondFactor,
} from "../../../shared/identity/session/second-factor.contract";
import { call } from "../../platform/api";
import { useFormat, useText } from "../../platform/intl/useText";
import { ConfirmDialog } from "../../ui/ConfirmDialog";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { Panel } from "../../ui/Panel";
import { toast } from "../../ui/toast/toast";
import { QrCode } from "./QrCode";
import type { usePasswordConfirmation } from "./usePasswordConfirmation";
import classes from "./security.module.css";
import type { FactorPanelProps } from "./FactorPanels";
import { Dialog } from "../../ui/Dialog";
import tones from "../../ui/layout/tones.module.css";

interface TotpSetup {
  secret: string;
  uri: string;
}

interface TotpPanelProps extends FactorPanelProps {
  /** Like `run`, but throws errors, for the form. */
  confirmed: ReturnType<typeof usePasswordConfirmation>["confirmed"];
}

export function TotpPanel({ factors, run, confirmed, busy, onChanged, onCodes }: TotpPanelProps) {
  const text = useText();
  const { day } = useFormat();
  const [begun, setBegun] = useState<TotpSetup | null>(null);
  const [removing, setRemoving] = useState(false);
  const since = factors.totp_since;
  return (
    <Panel title={text("totp.title")} padded>
      <div className={classes.row}>
        <p>{since ? text("totp.since", { day: day(since, "medium") }) : text("totp.why")}</p>
        {since ? (
          <Button color="danger" loading={busy} onClick={() => setRemoving(true)}>
            {text("totp.remove")}
          </Button>
        ) : (
          <Button
            variant="filled"
            loading={busy}
            onClick={() => run("begin", async () => setBegun((await call(beginTotp)).data ?? null))}
          >
            {text("totp.setUp")}
          </Button>
        )}
      </div>
      <Dialog opened={begun !== null} onClose={() => setBegun(null)} title={text("totp.setUp")} size={420}>
        {begun && (
          <SetUp
            begun={begun}
            confirmed={confirmed}
            onDone={(codes, message) => {
              setBegun(null);
              toast.done(message);
              onCodes(codes);
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        opened={removing}
        title={text("totp.remove")}
        confirmLabel={text("totp.remove")}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          run("remove", async () => {
            toast.done((await call(removeTotp)).message);
            onChanged();
          });
        }}
      >
        <p className={tones.muted}>{text(isLastFactor(factors) ? "factor.remove.last" : "factor.remove.why")}</p>
      </ConfirmDialog>
    </Panel>
  );
}

export const isLastFactor = ({ totp_since, passkeys }: SecondFactor) => passkeys.length + (totp_since ? 1 : 0) === 1;

interface SetUpProps extends Pick<TotpPanelProps, "confirmed"> {
  begun: TotpSetup;
  onDone: (codes: readonly string[], message: string) => void;
}

function SetUp({ begun, confirmed, onDone }: SetUpProps) {
  const text = useText();
  const form = useForm(confirmTotpSchema, {
    initialValues: { code: "" },
    // The password may have been confirmed too long ago when the app is installed at last.
    onSubmit: (body, submission) =>
      confirmed(async () => {
        const { recovery_codes, message } = await call(confirmTotp, { body, ...submission });
        onDone(recovery_codes, message);
      }),
  });
  return (
    <Form form={form}>
      <p className={tones.muted}>{text("totp.scan")}</p>
      <div className={classes.qr}>
        <QrCode value={begun.uri} label={text("totp.qr")} />
      </div>
      <p className={tones.muted}>
        {text("totp.type")}
        <code className={classes.secret} dir="ltr">
          {begun.secret.replace(/(.{4})(?=.)/g, "$1 ")}
        </code>
      </p>
      <TextInput
        label={text("secondStep.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        dir="ltr"
        {...form.field("code")}
        onChange={(event) => form.setValue("code", latinDigits(event.currentTarget.value))}
      />
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("totp.confirm")}
      </Button>
    </Form>
  );
}
