import { defineFeature } from "../../kernel/feature";
import * as apiToken from "./api-token.contract";
import * as tenants from "./check-tenant.contract";
import * as secondFactor from "./second-factor.contract";
import * as secondFactorRule from "./second-factor-rule.contract";
import * as session from "./session.contract";
import * as signOn from "./sign-on.contract";
import { sessionEvents } from "./session.events";

export const sessionFeature = defineFeature({
  contracts: { tenants, apiToken, secondFactor, secondFactorRule, session, signOn },
  events: sessionEvents,
});
