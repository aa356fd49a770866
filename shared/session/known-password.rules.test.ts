import { isKnownPassword, isMadeOfNames } from "./known-password.rules";

const list = new Set(["password", "password1", "qwerty12", "welcome1"]);
const owner = {
  fullname: "Anna Kowalska",
  email: "a.kowalska@acme.example.com",
  organisation: "Acme Logistics",
  domains: ["portal.acme.example.com"],
};

test.each(["Password1", "PASSWORD1", "Qwerty12", "P@ssw0rd", "Ｐassword1", "Pa$$w0rd"])("%s is known", (password) => {
  expect(isKnownPassword(password, list)).toBe(true);
});

test.each(["Demo1234", "Password1x", "correct Horse 7", ""])("%s is not", (password) => {
  expect(isKnownPassword(password, list)).toBe(false);
});

test.each(["Kowalska1", "Anna2026!", "Acme2026", "Logistics99", "AnnaKowalska1", "acmeExample1", "1Portal1"])(
  "%s is made of names",
  (password) => {
    expect(isMadeOfNames(password, owner)).toBe(true);
  },
);

test.each(["Acme horse 7 battery", "Demo1234", "Annalogue7", "Com12345678", "Test12345"])("%s is not", (password) => {
  expect(isMadeOfNames(password, owner)).toBe(false);
});
