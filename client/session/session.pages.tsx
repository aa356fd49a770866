import { useEffect } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import type { LoginState } from "../platform/SignedInOnly";
import { paths } from "../platform/paths";
import { useText } from "../platform/intl/useText";
import { ProblemError } from "../platform/problem-error";
import { session, useSessionState } from "../platform/session";
import { AuthLayout } from "./AuthLayout";
import { ConfirmRegistration } from "./ConfirmRegistration";
import { ForgotPasswordForm } from "./ForgotPasswordForm";
import { LoginWays } from "./LoginForm";
import { SignOnReturn } from "./SignOnReturn";
import { SecondStepForm } from "./SecondStepForm";
import { ResetPasswordForm } from "./ResetPasswordForm";

export function LoginPage() {
  const text = useText();
  const state = useSessionState();
  const { from } = (useLocation().state ?? {}) as LoginState;
  if (state.hasTag("present")) return <Navigate to={from ?? paths.home} replace />;
  const { pending, failure } = state.context;
  if (pending && (state.matches("secondStep") || state.matches("provingSecondStep"))) {
    return (
      <AuthLayout title={text("secondStep.title")} lead={text("secondStep.lead")}>
        <SecondStepForm pending={pending} />
      </AuthLayout>
    );
  }
  const tooLate = failure instanceof ProblemError && failure.code === "session.secondStepExpired";
  return (
    <AuthLayout title={text("login.title")} lead={text("login.lead")}>
      <LoginWays
        notice={state.matches("expired") ? text("problem.session.required") : tooLate ? failure.message : null}
      />
    </AuthLayout>
  );
}

export function ForgotPasswordPage() {
  const text = useText();
  if (useSessionState().hasTag("present")) return <Navigate to={paths.home} replace />;
  return (
    <AuthLayout title={text("forgot.title")} lead={text("forgot.lead")}>
      <ForgotPasswordForm />
    </AuthLayout>
  );
}

/** Reached by the link in the mail, which carries token and address. */
export function ResetPasswordPage() {
  const text = useText();
  const [search] = useSearchParams();
  const token = search.get("token");
  const email = search.get("email");
  if (!token || !email) return <Navigate to={paths.forgotPassword} replace />;
  return (
    <AuthLayout title={text("reset.title")} lead={<bdi>{email}</bdi>}>
      <ResetPasswordForm token={token} email={email} />
    </AuthLayout>
  );
}

/** Reached by the link in the mail. A button, not the link itself, confirms: mail scanners follow links. */
export function ConfirmRegistrationPage() {
  const text = useText();
  const [search] = useSearchParams();
  const token = search.get("token");
  if (!token) return <Navigate to={paths.login} replace />;
  return (
    <AuthLayout title={text("confirm.title")} lead={text("confirm.lead")}>
      <ConfirmRegistration token={token} email={search.get("email") ?? ""} />
    </AuthLayout>
  );
}

/** Where the organisation's issuer leads back to. */
export function SignOnPage() {
  const text = useText();
  return (
    <AuthLayout title={text("title.signOn")}>
      <SignOnReturn />
    </AuthLayout>
  );
}

/** Going there is logging out. */
export function LogoutPage() {
  const state = useSessionState();
  const present = state.hasTag("present");
  useEffect(() => {
    if (present) session.send({ type: "signOut" });
  }, [present]);
  return present || state.matches("signingOut") ? null : <Navigate to={paths.home} replace />;
}
