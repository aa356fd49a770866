import { Button } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { confirmRegistration } from "../../shared/session/session.contract";
import { confirmRegistrationSchema } from "../../shared/session/session.schema";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { toast } from "../ui/toast/toast";
import { BackToLogin } from "./ForgotPasswordForm";
import { NewPassword } from "./NewPassword";
import classes from "./session.module.css";

/** Whoever reads the mail confirms the address, and chooses the password of the account that is made by it. */
export function ConfirmRegistration({ token, email }: { token: string; email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm(confirmRegistrationSchema.omit(["token"]), {
    initialValues: { password: "", password_confirmation: "" },
    onSubmit: async (passwords, send) => {
      const { message } = await call(confirmRegistration, { body: { ...passwords, token }, ...send });
      toast.done(message);
      await navigate(paths.login);
    },
  });
  return (
    <Form form={form}>
      <NewPassword form={form} email={email} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("confirm.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}
