import { defineFeature, pagesIn } from "../../platform/feature/feature";
import { paths } from "../../platform/paths";

export const sessionFeature = defineFeature({
  pages: pagesIn(() => import("./session.pages"), {
    LoginPage: { path: paths.login, title: "title.login", layout: "blank" },
    ForgotPasswordPage: { path: paths.forgotPassword, title: "title.forgotPassword", layout: "blank" },
    ResetPasswordPage: { path: paths.resetPassword, title: "title.resetPassword", layout: "blank" },
    ConfirmRegistrationPage: { path: "/confirm-registration", title: "title.confirmRegistration", layout: "blank" },
    SignOnPage: { path: "/auth/sign-on", title: "title.signOn", layout: "blank" },
    LogoutPage: { path: paths.logout, title: "title.logout", layout: "blank" },
  }),
  live: async () => (await import("./session.live")).sessionLive,
});
