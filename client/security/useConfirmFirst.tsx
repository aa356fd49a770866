import { Button, Modal, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { confirmPassword, confirmPasswordSchema } from "../../shared/session/second-factor.contract";
import { call } from "../platform/api";
import { reportFailure } from "../platform/failure";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { useTenant } from "../platform/session";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import classes from "./security.module.css";

type Act = () => Promise<void>;

/** Runs what changes how one logs in. Where the server wants the password first, it is asked for, and the change goes on. */
export function useConfirmFirst() {
  const [asked, setAsked] = useState<((given: boolean) => void) | null>(null);
  const [busy, setBusy] = useState(false);
  /** For forms: what goes wrong is theirs to show. */
  const confirmed = async (act: Act) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ProblemError && error.code === "session.confirmFirst")) throw error;
      // Nothing goes on while it is asked: what was pressed must be able to take the focus back.
      setBusy(false);
      const given = await new Promise<boolean>((answer) => setAsked(() => answer));
      setAsked(null);
      // Whoever has closed the dialog knows that nothing was changed.
      if (!given) return;
      setBusy(true);
      await act();
    } finally {
      setBusy(false);
    }
  };
  const run = (act: Act) => void confirmed(act).catch((error: Error) => reportFailure(error));
  const dialog = (
    <ConfirmPassword opened={asked !== null} onDone={() => asked?.(true)} onClose={() => asked?.(false)} />
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
    <Modal
      opened={opened}
      onClose={onClose}
      title={text("security.confirm")}
      size={420}
      closeButtonProps={{ "aria-label": text("action.close") }}
    >
      {opened && <PasswordForm onDone={onDone} />}
    </Modal>
  );
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const text = useText();
  const signOn = useTenant()?.sign_on;
  const form = useForm(confirmPasswordSchema, {
    initialValues: { password: "" },
    onSubmit: async (body, send) => {
      await call(confirmPassword, { body, ...send });
      onDone();
    },
  });
  return (
    <Form form={form}>
      <p className={classes.why}>{text("security.confirm.why")}</p>
      <PasswordInput
        label={text("login.password")}
        autoComplete="current-password"
        data-autofocus
        visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
        {...form.field("password")}
      />
      {signOn && <p className={classes.why}>{text("security.confirm.signOn", { name: signOn.name })}</p>}
      <Button type="submit" variant="filled" loading={form.sending}>
        {text("security.confirm.submit")}
      </Button>
    </Form>
  );
}
