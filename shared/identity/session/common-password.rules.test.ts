import { isCommonPassword, consistsOfNames } from "./common-password.rules";

const list = new Set(["password", "password1", "qwerty12", "welcome1"]);
const owner = {
  fullname: "Anna Kowalska",
  email: "a.kowalska@acme.example.com",
  organization: "Acme Logistics",
  domains: ["portal.acme.example.com"],
};

test.each(["Password1", "PASSWORD1", "Qwerty12", "P@ssw0rd", "Ｐassword1", "Pa$$w0rd"])(
  "isCommonPassword is true for %s",
  (password) => {
    expect(isCommonPassword(password, list)).toBe(true);
  },
);

test.each(["Demo1234", "Password1x", "correct Horse 7", ""])("isCommonPassword is false for %s", (password) => {
  expect(isCommonPassword(password, list)).toBe(false);
});

test.each(["Kowalska1", "Anna2026!", "Acme2026", "Logistics99", "AnnaKowalska1", "acmeExample1", "1Portal1"])(
  "consistsOfNames is true for %s",
  (password) => {
    expect(consistsOfNames(password, owner)).toBe(true);
  },
);

test.each(["Acme horse 7 battery", "Demo1234", "Annalogue7", "Com12345678", "Test12345"])(
  "consistsOfNames is false for %s",
  (password) => {
    expect(consistsOfNames(password, owner)).toBe(false);
  },
);
