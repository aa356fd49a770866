import type { Text } from "../platform/intl/useText";

/** A feature in the reader's language; one that this client doesn't know yet as the server names it. */
export function featureName(text: Text, code: string, fallback = code): string {
  switch (code) {
    case "news":
      return text("feature.news");
    case "leave_management":
      return text("feature.leave_management");
    case "payment":
      return text("feature.payment");
    case "vas_approval_form":
      return text("feature.vas_approval_form");
    case "analytics":
      return text("feature.analytics");
    default:
      return fallback;
  }
}
