import { PasswordInput } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import type { AnyObjectSchema } from "yup";
import { useText } from "../../platform/intl/useText";
import type { useForm } from "../../ui/form/form";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { passwordRules } from "../../../shared/identity/session/password.rules";
import { passwordStrength } from "./password-strength";
import classes from "./session.module.css";
import { isCommonPassword } from "../../../shared/identity/session/common-password.rules";

type Passwords = { password: string; password_confirmation: string };

interface NewPasswordProps<Values extends Passwords> {
  form: ReturnType<typeof useForm<AnyObjectSchema, Values>>;
  /** The account's email, for password managers. */
  email: string;
  current?: ReactNode;
}

export function NewPasswordFields<Values extends Passwords>({ form, email, current }: NewPasswordProps<Values>) {
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

function PasswordGuide({ id, password }: { id: string; password: string }) {
  const text = useText();
  const isCommon = useKnownPassword(password);
  const strength = isCommon ? "weak" : passwordStrength(password);
  const criteria = [
    ...passwordRules.map((rule) => ({ id: rule.id, met: rule.met(password) })),
    { id: "known" as const, met: password !== "" && isCommon === false },
  ];
  return (
    <div id={id} className={classes.guide}>
      <div className={classes.meter} data-strength={password ? strength : undefined} aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className={classes.strength} role="status">
        {password && text(`password.strength.${strength}`)}
      </p>
      <ul>
        {criteria.map(({ id: criterion, met }) => (
          <li key={criterion} data-met={met || undefined}>
            {met ? (
              <IconCheck size={14} stroke={2.25} aria-hidden />
            ) : (
              <IconCircle size={14} stroke={1.75} aria-hidden />
            )}
            {text(`password.rule.${criterion}`)}
            <span className="sr-only">{text(met ? "password.met" : "password.notMet")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** True if the password is on the list of common passwords; null while the list isn't loaded. The server checks it anyway. */
function useKnownPassword(password: string): boolean | null {
  const [list, setList] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let current = true;
    import("./common-passwords").then(
      ({ commonPasswords: knownPasswords }) => current && setList(knownPasswords),
      () => {}, // offline: the criterion stays undecided
    );
    return () => {
      current = false;
    };
  }, []);
  return list && isCommonPassword(password, list);
}
