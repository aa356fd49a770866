import { Button } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { resetPassword } from "../../shared/session/session.contract";
import { resetPasswordSchema } from "../../shared/session/session.schema";
import { paths } from "../platform/paths";
import type { LoginState } from "../platform/SignedInOnly";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { toast } from "../ui/toast/toast";
import { BackToLogin } from "./ForgotPasswordForm";
import { NewPassword } from "./NewPassword";
import classes from "./session.module.css";

export function ResetPasswordForm({ token, email }: { token: string; email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm(resetPasswordSchema.omit(["token", "email"]), {
    initialValues: { password: "", password_confirmation: "" },
    onSubmit: async (passwords, send) => {
      const { message } = await call(resetPassword, { body: { ...passwords, token, email }, ...send });
      toast.done(message);
      await navigate(paths.login, { state: { email } satisfies LoginState });
    },
  });
  return (
    <Form form={form}>
      <NewPassword form={form} email={email} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("reset.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}
