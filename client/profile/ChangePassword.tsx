import { Button, PasswordInput } from "@mantine/core";
import { changePassword } from "../../shared/session/session.contract";
import { changePasswordSchema } from "../../shared/session/session.schema";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { NewPassword } from "../session/NewPassword";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { toast } from "../ui/toast/toast";
import classes from "./profile.module.css";

/** Another password. Ends one's other sessions. */
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
      <NewPassword
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
