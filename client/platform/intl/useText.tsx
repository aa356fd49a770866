import type { ReactNode } from "react";
import { useCallback, useMemo } from "react";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { formatDays, splitValues } from "../../../shared/kernel/text/message-values";
import { useStore } from "../store";
import type { MessageId } from "./catalogues";
import { type Formats, formatsOf } from "./formats";
import { activeLanguage$ } from "./language";
import { formatNumbers } from "../../../shared/kernel/digits";

/** Numbers are formatted in the locale's digits; identifiers must be passed as strings, a year as a number. */
type Values = Record<string, string | number | boolean | null | undefined> & Named;
interface Named {
  id?: string;
  key?: string;
  code?: string;
  year?: number;
}
export type TextFunction = (id: MessageId, values?: Values) => string;

export function useText(): TextFunction {
  const intl = useIntl();
  return useCallback((id, values) => formatText(intl, id, values), [intl]);
}

/** Formats a message that may contain its own values, as validation errors of schemas do. */
export function formatText(intl: IntlShape, message: string, callValues?: Values): string {
  const [id, own] = splitValues(message);
  const values = id === message ? callValues : { ...callValues, ...own };
  const { day } = formatsOf(activeLanguage$.value.language);
  const formattedValues = values && formatDays(values, (one) => day(one));
  return intl.formatMessage({ id }, formattedValues && formatNumberValues(intl, id as MessageId, formattedValues));
}

function formatNumberValues<Value>(intl: IntlShape, id: MessageId, values: Record<string, Value>) {
  const text = intl.messages[id];
  return formatNumbers(typeof text === "string" ? text : "", values, intl.formatNumber);
}

type RichValues = Record<string, ReactNode | ((chunks: ReactNode[]) => ReactNode)>;

/** A text with markup: `<Message id="…" values={{b: (chunks) => <b>{chunks}</b>}} />`. */
export function Message({ id, values }: { id: MessageId; values?: RichValues }) {
  const intl = useIntl();
  return <FormattedMessage id={id} values={values && formatNumberValues(intl, id, values)} />;
}

export function useFormat(): Formats {
  const { language } = useStore(activeLanguage$);
  return useMemo(() => formatsOf(language), [language]);
}
