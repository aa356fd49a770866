import { type PlanFeature, planFeatures } from "../../shared/kernel/plan-features";
import type { Text } from "../platform/intl/useText";

const isKnown = (code: string): code is PlanFeature => (planFeatures as readonly string[]).includes(code);

/** A feature in the reader's language; one that this client doesn't know yet as the server names it. */
export const featureName = (text: Text, code: string, fallback = code): string =>
  isKnown(code) ? text(`feature.${code}`) : fallback;
