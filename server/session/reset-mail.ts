import type { Config } from "../config";
import type { Mail } from "../platform/mail";
import type { Translate } from "../platform/text";

interface ResetMail {
  to: string;
  fullname: string;
  token: string;
  /** Where this request came to: the tenant's own host name. */
  origin: string;
  rightToLeft: boolean;
}

/** The address people reach this tenant at: PUBLIC_URL's scheme and port, the tenant's host. */
export function originOf(
  config: Pick<Config, "publicUrl">,
  request: { protocol: string; host: string; hostname: string },
) {
  if (!config.publicUrl) return `${request.protocol}://${request.host}`;
  const url = new URL(config.publicUrl);
  url.hostname = request.hostname;
  return url.origin;
}

export function resetMail(text: Translate, input: ResetMail): Mail {
  const link = `${input.origin}/reset-password?${new URLSearchParams({ token: input.token, email: input.to })}`;
  const lines = [
    text("mail.reset.greeting", { name: input.fullname }),
    text("mail.reset.text"),
    link,
    text("mail.reset.ignore"),
  ];
  const [greeting, body, , ignore] = lines.map(escapeHtml);
  const href = escapeHtml(link);
  return {
    to: input.to,
    subject: text("mail.reset.subject"),
    text: lines.join("\n\n"),
    html: `<div dir="${input.rightToLeft ? "rtl" : "ltr"}" style="font-family:sans-serif;line-height:1.5">
<p>${greeting}</p><p>${body}</p><p><a href="${href}">${escapeHtml(text("mail.reset.link"))}</a></p><p>${ignore}</p></div>`,
  };
}

function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
