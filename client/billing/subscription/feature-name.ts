import type { PlanFeature } from "../../../shared/kernel/access";
import { planFeatures } from "../../../shared/access";
import type { TextFunction } from "../../platform/intl/useText";

const isKnown = (code: string): code is PlanFeature => (planFeatures as readonly string[]).includes(code);

/** Localized name of a feature; features newer than this client use the server's name. */
export const featureName = (text: TextFunction, code: string, fallback = code): string =>
  isKnown(code) ? text(`feature.${code}`) : fallback;
