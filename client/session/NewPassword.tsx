import { PasswordInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { AnyObjectSchema } from "yup";
import { useText } from "../platform/intl/useText";
import type { useForm } from "../ui/form/form";
import { PasswordGuide } from "./PasswordGuide";

type Passwords = { password: string; password_confirmation: string };

interface NewPasswordProps<Values extends Passwords> {
  form: ReturnType<typeof useForm<AnyObjectSchema, Values>>;
  /** For password managers: whose password it is. */
  email: string;
  /** The one so far, where it has to be said too. */
  current?: ReactNode;
}

/** A password that is chosen, twice: its rules are ticked off as they are met. */
export function NewPassword<Values extends Passwords>({ form, email, current }: NewPasswordProps<Values>) {
  const text = useText();
  const show = { "aria-label": text("password.show") };
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {current}
      <div>
        <PasswordInput
          label={text("reset.password")}
          autoComplete="new-password"
          autoFocus={!current}
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
