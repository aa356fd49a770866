import { Button } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { passkeySignInOptions } from "../../shared/session/second-factor.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { signIn } from "../platform/session";
import classes from "./session.module.css";
import { askPasskey, hasPasskeys, PasskeyNotUsed } from "../platform/webauthn";

/** Logs in without a password, where the browser can. */
export function PasskeyButton({ remember }: { remember: boolean }) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!hasPasskeys()) return null;
  const enter = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call(passkeySignInOptions, {});
      await signIn({ token: data.token, passkey: await askPasskey(data.options), remember });
    } catch (error) {
      setProblem(error instanceof PasskeyNotUsed ? text("passkey.notUsed") : (error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="md"
        className={classes.submit}
        loading={busy}
        leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
        onClick={() => void enter()}
      >
        {text("passkey.login")}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
