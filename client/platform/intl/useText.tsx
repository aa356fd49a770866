import type { ReactNode } from "react";
import { useCallback, useMemo } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { writtenNumbers } from "../../../shared/kernel/written-numbers";
import { useValue } from "../value";
import type { MessageId } from "./catalogues";
import { type Formats, formatsOf } from "./formats";
import { shown$ } from "./language";

/** Numbers are written in the language's digits; what is called by figures is handed over as text, and a year as a number. */
type Values = Record<string, string | number | boolean | null | undefined> & Named;
interface Named {
  id?: string;
  key?: string;
  code?: string;
  year?: number;
}
export type Text = (id: MessageId, values?: Values) => string;

/** `text("board.moved", {key})` in the language on the screen. */
export function useText(): Text {
  const intl = useIntl();
  return useCallback((id, values) => intl.formatMessage({ id }, values && writtenIn(intl, id, values)), [intl]);
}

/** A number is written like all numbers of the language, without each caller asking for it. */
function writtenIn<Value>(intl: IntlShape, id: MessageId, values: Record<string, Value>) {
  const text = intl.messages[id];
  return writtenNumbers(typeof text === "string" ? text : "", values, intl.formatNumber);
}

type RichValues = Record<string, ReactNode | ((chunks: ReactNode[]) => ReactNode)>;

/** A text with marked-up parts: `<Message id="…" values={{b: (chunks) => <b>{chunks}</b>}} />`. */
export function Message({ id, values }: { id: MessageId; values?: RichValues }) {
  const intl = useIntl();
  return <FormattedMessage id={id} values={values && writtenIn(intl, id, values)} />;
}

/** Numbers, days, times and amounts in the language on the screen. */
export function useFormat(): Formats {
  const { language } = useValue(shown$);
  return useMemo(() => formatsOf(language), [language]);
}
