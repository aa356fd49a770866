import { Button } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { object } from "yup";
import { confirmRegistration } from "../../shared/session/session.contract";
import { paths } from "../platform/paths";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { toast } from "../ui/toast/toast";
import { BackToLogin } from "./ForgotPasswordForm";
import classes from "./session.module.css";

export function ConfirmRegistration({ token }: { token: string }) {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm(object({}), {
    initialValues: {},
    onSubmit: async (_, send) => {
      const { message } = await call(confirmRegistration, { body: { token }, ...send });
      toast.done(message);
      await navigate(paths.login);
    },
  });
  return (
    <Form form={form}>
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending} autoFocus>
        {text("confirm.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}
