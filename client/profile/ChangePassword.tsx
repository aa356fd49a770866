import { Button, PasswordInput } from "@mantine/core";
import { changePassword } from "../../shared/session/session.contract";
import { changePasswordSchema } from "../../shared/session/session.schema";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { PasswordGuide } from "../session/PasswordGuide";
import { useForm } from "../ui/form/form";
import { Form } from "../ui/form/Form";
import { toast } from "../ui/toast/toast";
import classes from "./profile.module.css";

/** Another password: its rules are ticked off as they are met. Ends one's other sessions. */
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
  const show = { "aria-label": text("password.show") };
  return (
    <Form form={form}>
      {/* For password managers: whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput
        label={text("profile.password.current")}
        autoComplete="current-password"
        visibilityToggleButtonProps={show}
        {...form.field("current_password")}
      />
      <div>
        <PasswordInput
          label={text("reset.password")}
          autoComplete="new-password"
          aria-describedby="password-guide"
          visibilityToggleButtonProps={show}
          {...form.field("password")}
        />
        <PasswordGuide id="password-guide" password={String(form.values.password)} />
      </div>
      <PasswordInput
        label={text("reset.confirmation")}
        autoComplete="new-password"
        visibilityToggleButtonProps={show}
        {...form.field("password_confirmation")}
      />
      <Button type="submit" variant="filled" className={classes.save} loading={form.sending}>
        {text("profile.password.change")}
      </Button>
    </Form>
  );
}
