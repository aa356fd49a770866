import { Loader } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { signIn, useSessionState } from "../platform/session";
import { readStored, storedKeys, writeStored } from "../platform/stored";
import { BackToLogin } from "./ForgotPasswordForm";
import classes from "./session.module.css";

/** What was begun in this browser, taken once: an answer that somebody else has asked for finds nothing here. */
function takeBegun(): { token: string; from: string | null } | null {
  const kept = readStored(storedKeys.signOn);
  writeStored(storedKeys.signOn, null);
  return kept === null ? null : (JSON.parse(kept) as { token: string; from: string | null });
}

/** Signs in with what the issuer has sent along. */
export function SignOnReturn() {
  const text = useText();
  const state = useSessionState();
  const { search } = useLocation();
  const begun = useRef<ReturnType<typeof takeBegun> | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (begun.current !== undefined) return;
    begun.current = takeBegun();
    const { token } = begun.current ?? {};
    if (token === undefined) setProblem(text("problem.session.secondStepExpired"));
    else signIn({ token, answer: search.slice(1) }).catch((error: Error) => setProblem(error.message));
  });
  const from = begun.current?.from ?? null;
  if (state.hasTag("present")) return <Navigate to={from ?? paths.home} replace />;
  if (state.matches("secondStep")) return <Navigate to={paths.login} state={{ from }} replace />;
  if (problem === null) return <Loader aria-label={text("title.signOn")} />;
  return (
    <>
      <p className={classes.problem} role="alert">
        {problem}
      </p>
      <BackToLogin />
    </>
  );
}
