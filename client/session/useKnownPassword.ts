import { useEffect, useState } from "react";
import { isKnownPassword } from "../../shared/session/known-password.rules";

/** Whether a password is on the list that guessers begin with; null while the list isn't here. The server asks in any case. */
export function useKnownPassword(password: string): boolean | null {
  const [list, setList] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let current = true;
    import("./known-passwords").then(
      ({ knownPasswords }) => current && setList(knownPasswords),
      () => {}, // offline: the criterion stays open
    );
    return () => {
      current = false;
    };
  }, []);
  return list && isKnownPassword(password, list);
}
