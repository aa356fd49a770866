import { Button, PasswordInput } from "@mantine/core";
import { changePassword } from "../../../shared/identity/session/session.contract";
import { changePasswordSchema } from "../../../shared/identity/session/session.schema";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { NewPasswordFields } from "../../identity/session/NewPasswordFields";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { toast } from "../../ui/toast/toast";
import classes from "./profile.module.css";

export function ChangePassword({ email, onDone }: { email: string; onDone?: () => void }) {
  const text = useText();
  const form = useForm(changePasswordSchema, {
    initialValues: { current_password: "", password: "", password_confirmation: "" },
    onSubmit: async (body) => {
      const { message } = await call(changePassword, { body });
      toast.done(message);
      form.reset();
      onDone?.();
    },
  });
  return (
    <Form form={form}>
      <NewPasswordFields
        form={form}
        email={email}
        current={
          <PasswordInput
            label={text("profile.password.current")}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
            {...form.field("current_password")}
          />
        }
      />
      <Button type="submit" variant="filled" className={classes.save} loading={form.sending}>
        {text("profile.password.change")}
      </Button>
    </Form>
  );
}
