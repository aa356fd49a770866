import { Button, type ButtonProps } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useState } from "react";
import { useLocation } from "react-router-dom";
import { beginSignOn } from "../../shared/session/sign-on.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import type { LoginState } from "../platform/SignedInOnly";
import { storedKeys, writeStored } from "../platform/stored";
import classes from "./session.module.css";

interface SignOnButtonProps extends Pick<ButtonProps, "variant"> {
  /** What the organisation calls it. */
  name: string;
  remember?: boolean;
}

/** Leads to the organisation's issuer; `SignOnReturn` goes on with what it answers. */
export function SignOnButton({ name, remember = false, variant }: SignOnButtonProps) {
  const text = useText();
  const { from } = (useLocation().state ?? {}) as LoginState;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call(beginSignOn, { body: { remember } });
      writeStored(storedKeys.signOn, JSON.stringify({ token: data.token, from }));
      window.location.assign(data.url);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="md"
        className={classes.submit}
        loading={busy}
        variant={variant}
        leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden />}
        onClick={() => void leave()}
      >
        {text("signOn.goOn", { name })}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
