import type { InferType } from "yup";
import type { BodyOf } from "../../shared/kernel/endpoint";
import type { passkeySignIn, secondStep } from "../../shared/session/second-factor.contract";
import type { finishSignOn } from "../../shared/session/sign-on.contract";
import type { currentUserReply } from "../../shared/session/current-user-reply.contract";
import type { tenantReply } from "../../shared/tenants/check-tenant.contract";

export type CurrentUser = InferType<typeof currentUserReply>;
export type Tenant = InferType<typeof tenantReply>;

export interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

/** A password, a passkey that is both steps at once, or what the organisation's issuer has said. */
export type SignInBy = Credentials | BodyOf<typeof passkeySignIn> | BodyOf<typeof finishSignOn>;
/** What the second step is answered with. */
export type SecondStepAnswer = Partial<Omit<BodyOf<typeof secondStep>, "token">>;

export interface Entered {
  user: CurrentUser;
  token: string;
}
