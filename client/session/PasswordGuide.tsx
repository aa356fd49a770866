import { IconCheck, IconCircle } from "@tabler/icons-react";
import { passwordRules } from "../../shared/session/password.rules";
import { useText } from "../platform/intl/useText";
import { passwordStrength } from "./password-strength";
import { useKnownPassword } from "./useKnownPassword";
import classes from "./session.module.css";

/** The rules, ticked off as they are met, and how hard the password is to guess. */
export function PasswordGuide({ id, password }: { id: string; password: string }) {
  const text = useText();
  const known = useKnownPassword(password);
  const strength = known ? "weak" : passwordStrength(password);
  const criteria = [
    ...passwordRules.map((rule) => ({ id: rule.id, met: rule.met(password) })),
    { id: "known" as const, met: password !== "" && known === false },
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
