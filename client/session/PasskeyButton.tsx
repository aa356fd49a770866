import { passkeySignInOptions } from "../../shared/session/second-factor.contract";
import { call } from "../platform/api";
import { useText } from "../platform/intl/useText";
import { signIn } from "../platform/session";
import { askPasskey, hasPasskeys } from "../platform/webauthn";
import { PasskeyPress } from "./PasskeyPress";

/** Logs in without a password, where the browser can. */
export function PasskeyButton({ remember }: { remember: boolean }) {
  const text = useText();
  if (!hasPasskeys()) return null;
  const enter = async () => {
    const { data } = await call(passkeySignInOptions, {});
    await signIn({ token: data.token, passkey: await askPasskey(data.options), remember });
  };
  return <PasskeyPress label={text("passkey.login")} enter={enter} />;
}
