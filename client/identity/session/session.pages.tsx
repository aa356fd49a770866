import { useEffect, useState } from "react";
import { Navigate, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { LoginState } from "./RequireSignIn";
import { paths } from "../../platform/paths";
import { useText } from "../../platform/intl/useText";
import { ProblemError } from "../../platform/problem-error";
import { session, signIn, useSessionState } from "./session";
import { AuthLayout } from "./AuthLayout";
import { BackToLogin, ForgotPasswordForm } from "./ForgotPasswordForm";
import { LoginOptions, signOnKey } from "./LoginForm";
import { SecondStepForm } from "./SecondStepForm";
import { Button, Loader } from "@mantine/core";
import { confirmRegistration, resetPassword } from "../../../shared/identity/session/session.contract";
import { confirmRegistrationSchema, resetPasswordSchema } from "../../../shared/identity/session/session.schema";
import { call } from "../../platform/api";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import { toast } from "../../ui/toast/toast";
import { NewPasswordFields } from "./NewPasswordFields";
import classes from "./session.module.css";
import { readStored, writeStored } from "../../platform/browser-storage";
import tones from "../../ui/layout/tones.module.css";

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
      <LoginOptions
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

/** Target of the link in the mail. Requires a button press, because mail scanners follow links. */
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

export function SignOnPage() {
  const text = useText();
  return (
    <AuthLayout title={text("title.signOn")}>
      <SignOnReturn />
    </AuthLayout>
  );
}

export function LogoutPage() {
  const state = useSessionState();
  const present = state.hasTag("present");
  // Signs out even without a session, because drafts remain when a session ends by itself.
  useEffect(() => session.send({ type: "signOut" }), [present]);
  return present || state.matches("signingOut") ? null : <Navigate to={paths.home} replace />;
}

function ConfirmRegistration({ token, email }: { token: string; email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm(confirmRegistrationSchema.omit(["token"]), {
    initialValues: { password: "", password_confirmation: "" },
    onSubmit: async (passwords, submission) => {
      const { message } = await call(confirmRegistration, { body: { ...passwords, token }, ...submission });
      toast.done(message);
      await navigate(paths.login);
    },
  });
  return (
    <Form form={form}>
      <NewPasswordFields form={form} email={email} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("confirm.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}

function ResetPasswordForm({ token, email }: { token: string; email: string }) {
  const text = useText();
  const navigate = useNavigate();
  const form = useForm(resetPasswordSchema.omit(["token", "email"]), {
    initialValues: { password: "", password_confirmation: "" },
    onSubmit: async (passwords, submission) => {
      const { message } = await call(resetPassword, { body: { ...passwords, token, email }, ...submission });
      toast.done(message);
      await navigate(paths.login, { state: { email } satisfies LoginState });
    },
  });
  return (
    <Form form={form}>
      <NewPasswordFields form={form} email={email} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("reset.submit")}
      </Button>
      <BackToLogin />
    </Form>
  );
}

/** Sign-on state stored in this browser. Prevents login CSRF: a response to another browser's request finds no state. */
function readPendingSignOn(): { token: string; from?: string } | null {
  const storedSignOn = readStored(signOnKey);
  return storedSignOn === null ? null : (JSON.parse(storedSignOn) as { token: string; from?: string });
}

function SignOnReturn() {
  const text = useText();
  const state = useSessionState();
  const { search } = useLocation();
  const [begun] = useState(readPendingSignOn);
  const [failure, setFailure] = useState<Error | null>(null);
  useEffect(() => {
    writeStored(signOnKey, null);
    if (begun) signIn({ token: begun.token, answer: search.slice(1) }).catch(setFailure);
  }, [begun, search]);
  if (state.hasTag("present")) return <Navigate to={begun?.from ?? paths.home} replace />;
  if (state.matches("secondStep")) return <Navigate to={paths.login} state={{ from: begun?.from }} replace />;
  const problem = begun ? failure?.message : text("problem.session.secondStepExpired");
  if (problem === undefined) return <Loader aria-label={text("title.signOn")} />;
  return (
    <>
      <p className={tones.danger} role="alert">
        {problem}
      </p>
      <BackToLogin />
    </>
  );
}
