import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { confirmPassword, confirmPasswordSchema } from "../../../shared/identity/session/second-factor.contract";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { type RunContent, useSingleRun } from "../../platform/single-run";
import { useTenant } from "../../platform/session";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { Dialog } from "../../ui/Dialog";
import tones from "../../ui/layout/tones.module.css";

type Act = () => Promise<void>;

/** Runs a change of sign-in settings. If the server requires the password, it is requested and the change is retried. */
export function usePasswordConfirmation() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  const [busy, setBusy] = useState(false);
  /** Throws errors, because forms show them themselves. Resolves to false if the user canceled. */
  const confirmed = async (act: Act): Promise<boolean> => {
    setBusy(true);
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === "session.confirmFirst")) throw error;
      // Not busy while the dialog is open, because the pressed button must be able to regain the focus.
      setBusy(false);
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      // The dialog was canceled, so no error is shown.
      if (!isConfirmed) return false;
      setBusy(true);
      await act();
      return true;
    } finally {
      setBusy(false);
    }
  };
  const [runOnce] = useSingleRun();
  const run = (content: RunContent, act: Act) => void runOnce(content, () => confirmed(act));
  const dialog = (
    <ConfirmPassword opened={answer !== null} onDone={() => answer?.(true)} onClose={() => answer?.(false)} />
  );
  return { run, confirmed, busy, dialog };
}

interface ConfirmPasswordProps {
  opened: boolean;
  onDone: () => void;
  onClose: () => void;
}

function ConfirmPassword({ opened, onDone, onClose }: ConfirmPasswordProps) {
  const text = useText();
  return (
    <Dialog opened={opened} onClose={onClose} title={text("security.confirm")} size={420}>
      {opened && <PasswordForm onDone={onDone} />}
    </Dialog>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const text = useText();
  const signOn = useTenant()?.sign_on;
  const form = useForm(confirmPasswordSchema, {
    initialValues: { password: "" },
    onSubmit: async (body, submission) => {
      await call(confirmPassword, { body, ...submission });
      onDone();
    },
  });
  return (
    <Form form={form}>
      <p className={tones.muted}>{text("security.confirm.why")}</p>
      <PasswordInput
        label={text("login.password")}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
        {...form.field("password")}
      />
      {signOn && <p className={tones.muted}>{text("security.confirm.signOn", { name: signOn.name })}</p>}
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("security.confirm.submit")}
      </Button>
    </Form>
  );
}
