import { logoUrl } from "../../../server/platform/mail/mail";
import { type Language, languages } from "../../../shared/kernel/languages";

export interface MailEntry {
  text: string;
  context: string;
  because: string | null;
  link: string | null;
}

export interface MailContent {
  language: Language;
  from: string;
  logo: boolean;
  title: string;
  intro: string | null;
  entries: readonly MailEntry[];
  /** Null if there is no action. */
  button: { label: string; link: string } | null;
  choices?: readonly { label: string; link: string }[];
  foot: readonly { label: string; link: string }[];
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function plainMail({ title, intro, entries, button, choices = [], foot }: MailContent): string {
  const lines = entries.map(({ text, context, because, link }) =>
    [`- ${text}`, context && `  ${context}`, because && `  ${because}`, link && `  ${link}`].filter(Boolean).join("\n"),
  );
  const end = foot.map(({ label, link }) => `${label}: ${link}`).join("\n");
  const buttons = [...(button ? [button] : []), ...choices].map(({ label, link }) => `${label}: ${link}`).join("\n");
  return [title, intro, ...lines, buttons, end && `-- \n${end}`].filter(Boolean).join("\n\n");
}

const font = "-apple-system,'Segoe UI','Noto Sans','Noto Naskh Arabic','Malgun Gothic',Arial,sans-serif";

/** Logos have a white background in emails, because they are designed for it. */
const logoLine = `<img src="${logoUrl}" height="32" alt="" style="display:block;height:32px;width:auto;max-width:96px;margin:0 0 8px;padding:2px;background:#ffffff;border-radius:6px;">`;

/**
 * Renders an email as HTML. Tables and inline styles are the most compatible. Email clients that support dark mode get dark colors; other
 * clients can darken the colors themselves. The logo is attached, because loading it from a URL would track when the email is opened.
 */
export function htmlMail(content: MailContent): string {
  const { language, from, logo, title, intro, entries, button, choices = [], foot } = content;
  const { direction } = languages[language];
  const start = direction === "rtl" ? "right" : "left";
  const cell = `style="padding:0 24px;text-align:${start};font-family:${font};`;
  const rows = entries.map(
    ({
      text,
      context,
      because,
      link,
    }) => `<tr><td class="line" ${cell}padding-top:14px;padding-bottom:14px;border-top:1px solid #dde3e4;">
${link === null ? `<span class="ink" style="color:#16262b;font-size:15px;line-height:22px;" dir="auto">${escape(text)}</span>` : `<a class="ink" href="${escape(link)}" style="color:#16262b;font-size:15px;line-height:22px;text-decoration:none;" dir="auto">${escape(text)}</a>`}
<div class="quiet" style="color:#5b6b70;font-size:13px;line-height:20px;">${[context, because]
      .filter((part): part is string => Boolean(part))
      .map((part) => `<span dir="auto">${escape(part)}</span>`)
      .join(" &#183; ")}</div></td></tr>`,
  );
  const links = foot.map(
    ({ label, link }) =>
      `<a class="quiet" href="${escape(link)}" style="color:#5b6b70;text-decoration:underline;">${escape(label)}</a>`,
  );
  const others = choices
    .map(
      ({ label, link }) =>
        `<td style="padding:0 6px;"></td><td class="line" style="border:1px solid #dde3e4;border-radius:6px;"><a class="ink" href="${escape(link)}" style="display:inline-block;padding:9px 14px;color:#16262b;font-family:${font};font-size:14px;line-height:20px;text-decoration:none;">${escape(label)}</a></td>`,
    )
    .join("");
  const actions = button
    ? `<tr><td class="line" ${cell}padding-top:18px;padding-bottom:22px;border-top:1px solid #dde3e4;">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td style="background:#006d85;border-radius:6px;"><a href="${escape(button.link)}" style="display:inline-block;padding:10px 18px;color:#ffffff;font-family:${font};font-size:14px;line-height:20px;text-decoration:none;">${escape(button.label)}</a></td>${others}</tr></table></td></tr>`
    : "";
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(title)}</title>
<style>@media (prefers-color-scheme:dark){.page{background:#10191c!important}.card{background:#182428!important;border-color:#2c3a3f!important}.ink{color:#e6eef0!important}.quiet{color:#9fb0b5!important}.line{border-color:#2c3a3f!important}}</style></head>
<body class="page" style="margin:0;padding:0;background:#f3f6f7;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f6f7;" dir="${direction}"><tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border:1px solid #dde3e4;border-radius:12px;" dir="${direction}">
<tr><td ${cell}padding-top:20px;">${logo ? logoLine : ""}<div class="quiet" style="color:#5b6b70;font-size:13px;line-height:20px;" dir="auto">${escape(from)}</div>
<h1 class="ink" style="margin:4px 0 14px;color:#16262b;font-size:18px;line-height:26px;font-weight:600;" dir="auto">${escape(title)}</h1>${
    intro
      ? `<p class="quiet" style="margin:0 0 14px;color:#5b6b70;font-size:14px;line-height:21px;">${escape(intro)}</p>`
      : ""
  }</td></tr>
${rows.join("\n")}
${actions}</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;"><tr><td class="quiet" style="padding:14px 24px;color:#5b6b70;font-family:${font};font-size:12px;line-height:18px;text-align:${start};">${links.join(" &#183; ")}</td></tr></table>
</td></tr></table></body></html>
`;
}
