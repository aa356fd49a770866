import { Anchor, Button, TextInput } from "@mantine/core";
import { IconMailFast } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { sendResetToken } from "../../../shared/identity/session/session.contract";
import { forgotPasswordSchema } from "../../../shared/identity/session/session.schema";
import { paths } from "../../platform/paths";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import classes from "./session.module.css";
import tones from "../../ui/layout/tones.module.css";

/** Delay in ms before the redirect to the login after the mail was sent (specification section 9). */
const toLoginAfterMs = 5_000;

export function ForgotPasswordForm() {
  const text = useText();
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm(forgotPasswordSchema, {
    initialValues: { email: "" },
    onSubmit: async (body, submission) => setSent((await call(sendResetToken, { body, ...submission })).message),
  });
  if (sent !== null) return <Sent message={sent} />;
  return (
    <Form form={form}>
      <TextInput
        label={text("login.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus
        {...form.field("email")}
      />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("forgot.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}

function Sent({ message }: { message: string }) {
  const text = useText();
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.login), toLoginAfterMs);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={classes.done} role="status">
      <p className={classes.notice}>
        <IconMailFast size={16} stroke={1.75} aria-hidden />
        {message}
      </p>
      <p className={tones.quiet}>{text("forgot.soon")}</p>
      <BackToLogin />
    </div>
  );
}

export function BackToLogin() {
  const text = useText();
  return (
    <Anchor component={Link} to={paths.login} className={`link ${classes.alone}`} underline="never">
      {text("forgot.back")}
    </Anchor>
  );
}
