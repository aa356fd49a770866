import { Loader } from "@mantine/core";
import { useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { signIn, useSessionState } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { BackToLogin } from "./ForgotPasswordForm";
import classes from "./session.module.css";

/** What was begun in this browser: an answer that somebody else has asked for finds nothing here. */
function readBegun(): { token: string; from?: string } | null {
  const kept = readStored(storedKeys.signOn);
  return kept === null ? null : (JSON.parse(kept) as { token: string; from?: string });
}

/** Signs in with what the issuer has sent along. */
export function SignOnReturn() {
  const text = useText();
  const state = useSessionState();
  const { search } = useLocation();
  const [begun] = useState(readBegun);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    writeStored(storedKeys.signOn, null);
    if (begun) signIn({ token: begun.token, answer: search.slice(1) }).catch(setFailure);
  }, [begun, search]);
  if (state.hasTag("present")) return <Navigate to={begun?.from ?? paths.home} replace />;
  if (state.matches("secondStep")) return <Navigate to={paths.login} state={{ from: begun?.from }} replace />;
  const problem = begun ? failure?.message : text("problem.session.secondStepExpired");
  if (problem === undefined) return <Loader aria-label={text("title.signOn")} />;
  return (
    <>
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <BackToLogin />
    </>
  );
}
