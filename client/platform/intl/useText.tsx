import type { ReactNode } from "react";
import { useCallback, useMemo } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useValue } from "../value";
import type { MessageId } from "./catalogues";
import { type Formats, formatsOf } from "./formats";
import { shown$ } from "./language";

type Values = Record<string, string | number | boolean | null | undefined>;
export type Text = (id: MessageId, values?: Values) => string;

/** `text("board.moved", {key})` in the language on the screen. */
export function useText(): Text {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values), [intl]);
}

type RichValues = Record<string, ReactNode | ((chunks: ReactNode[]) => ReactNode)>;

/** A text with marked-up parts: `<Message id="…" values={{b: (chunks) => <b>{chunks}</b>}} />`. */
export function Message({ id, values }: { id: MessageId; values?: RichValues }) {
  return <FormattedMessage id={id} values={values} />;
}

/** Numbers, days, times and amounts in the language on the screen. */
export function useFormat(): Formats {
  const { language } = useValue(shown$);
  return useMemo(() => formatsOf(language), [language]);
}
