import { Anchor, Button, type ButtonProps, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { IconBuilding, IconClockExclamation } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { loginSchema } from "../../../shared/identity/session/session.schema";
import { paths } from "../../platform/paths";
import type { LoginState } from "./RequireSignIn";
import { useText } from "../../platform/intl/useText";
import { signIn } from "./session";
import { useTenant } from "../../platform/session";
import { useForm } from "../../ui/form/form";
import { Form } from "../../ui/form/Form";
import classes from "./session.module.css";
import { createPasskeySignInOptions } from "../../../shared/identity/session/second-factor.contract";
import { call } from "../../platform/api";
import { requestPasskey, hasPasskeys } from "./webauthn";
import { PasskeyActionButton } from "./PasskeyActionButton";
import { beginSignOn } from "../../../shared/identity/session/sign-on.contract";
import { writeStored } from "../../platform/browser-storage";
import tones from "../../ui/layout/tones.module.css";

/** Shows only single sign-on if the tenant requires it. The password form stays available for emergencies. */
export function LoginOptions(props: { notice: string | null }) {
  const text = useText();
  const signOn = useTenant()?.sign_on ?? null;
  const [byPassword, setByPassword] = useState(false);
  if (!signOn?.required || byPassword) return <LoginForm {...props} />;
  return (
    <>
      {props.notice && <Notice text={props.notice} />}
      <SignOnButton name={signOn.name} variant="filled" />
      <div className={classes.ways}>
        <Anchor component="button" type="button" className="link" underline="never" onClick={() => setByPassword(true)}>
          {text("signOn.byPassword")}
        </Anchor>
      </div>
    </>
  );
}

/** `notice` explains why the login is shown again, for example because the session expired. */
function LoginForm({ notice }: { notice: string | null }) {
  const text = useText();
  const signOn = useTenant()?.sign_on ?? null;
  const { email = "" } = (useLocation().state ?? {}) as LoginState;
  const form = useForm(loginSchema, {
    initialValues: { email, password: "", remember: false },
    onSubmit: (values) => signIn(values),
  });
  return (
    <Form form={form}>
      {notice && <Notice text={notice} />}
      <TextInput
        label={text("login.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoFocus={email === ""}
        {...form.field("email")}
      />
      <div className={classes.withLink}>
        <Anchor component={Link} to={paths.forgotPassword} className={`link ${classes.forgot}`} underline="never">
          {text("login.forgot")}
        </Anchor>
        <PasswordInput
          label={text("login.password")}
          autoComplete="current-password"
          autoFocus={email !== ""}
          visibilityToggleButtonProps={{ "aria-label": text("password.show") }}
          {...form.field("password")}
        />
      </div>
      <Checkbox size="sm" label={text("login.remember")} {...form.check("remember")} />
      <Button type="submit" variant="filled" size="md" className={classes.submit} loading={form.sending}>
        {text("login.submit")}
      </Button>
      <PasskeyButton remember={Boolean(form.values.remember)} />
      {signOn && <SignOnButton name={signOn.name} remember={Boolean(form.values.remember)} />}
    </Form>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className={classes.notice} role="status">
      <IconClockExclamation size={16} stroke={1.75} aria-hidden />
      {text}
    </p>
  );
}

function PasskeyButton({ remember }: { remember: boolean }) {
  const text = useText();
  if (!hasPasskeys()) return null;
  const enter = async () => {
    const { data } = await call(createPasskeySignInOptions, {});
    await signIn({ token: data.token, passkey: await requestPasskey(data.options), remember });
  };
  return <PasskeyActionButton label={text("passkey.login")} enter={enter} />;
}

interface SignOnButtonProps extends Pick<ButtonProps, "variant"> {
  name: string;
  remember?: boolean;
}

/** Storage key for the state of a sign-on at the tenant's identity provider, including the address to return to. */
export const signOnKey = "portal.sign-on";

function SignOnButton({ name, remember = false, variant }: SignOnButtonProps) {
  const text = useText();
  const { from } = (useLocation().state ?? {}) as LoginState;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { data } = await call(beginSignOn, { body: { remember } });
      writeStored(signOnKey, JSON.stringify({ token: data.token, from }));
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
        <p className={tones.danger} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
