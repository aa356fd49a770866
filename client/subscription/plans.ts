import type { InferType } from "yup";
import type { planReply } from "../../shared/subscription/subscription.contract";

export type Plan = InferType<typeof planReply>;
export type Period = "annual" | "monthly";
