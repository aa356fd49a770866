import { useMemo } from "react";
import { isLanguage, languages } from "../../../shared/kernel/languages";
import type { Notification } from "../../../shared/communication/notifications/notifications.contract";
import {
  requestNextStep,
  requestSummary,
  type TextFormats,
} from "../../../shared/communication/notifications/request.texts";
import { deviceTimeZone } from "../../platform/intl/formats";
import { activeLanguage$ } from "../../platform/intl/language";
import { useFormat, useText } from "../../platform/intl/useText";
import { useStore } from "../../platform/store";

function useTextFormats(): TextFormats {
  const text = useText();
  const { day, time, number, amount } = useFormat();
  const { language } = useStore(activeLanguage$);
  return useMemo(() => {
    const direction = isLanguage(language) ? languages[language].direction : "ltr";
    return {
      text,
      day,
      time,
      number: (value) => number(value),
      amount,
      language,
      direction,
      timeZone: deviceTimeZone(),
    };
  }, [text, day, time, number, amount, language]);
}

export function useRequestSummary({ values }: Notification["data"]): string {
  return requestSummary(values ?? {}, useTextFormats());
}

export function useRequestNextStep({ kind, values }: Notification["data"]): string | null {
  return requestNextStep(kind, values ?? {}, useTextFormats());
}
