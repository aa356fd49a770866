import { PasswordInput } from "@mantine/core";
import type { AnyObjectSchema } from "yup";
import { useText } from "../platform/intl/useText";
import type { useForm } from "../ui/form/form";
import { PasswordGuide } from "./PasswordGuide";

type Passwords = { password: string; password_confirmation: string };

interface NewPasswordProps {
  form: ReturnType<typeof useForm<AnyObjectSchema, Passwords>>;
  /** For password managers: whose password it is. */
  email: string;
}

/** A password that is chosen, twice. */
export function NewPassword({ form, email }: NewPasswordProps) {
  const text = useText();
  const show = { "aria-label": text("password.show") };
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <div>
        <PasswordInput
          label={text("reset.password")}
          autoComplete="new-password"
          autoFocus
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
    </>
  );
}
