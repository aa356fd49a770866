import { isTimeZone } from "./time-zones";

test.each(["UTC", "Asia/Baghdad", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3", "CET", "cet"])(
  "isTimeZone accepts %s",
  (name) => {
    expect(isTimeZone(name)).toBe(true);
  },
);

test.each(["", "Mars/Phobos", "+03:00", "GMT+3", "Europe/Berlin; DROP", " UTC", "AET", "ctt", 3, null, undefined])(
  "isTimeZone rejects %p",
  (name) => {
    expect(isTimeZone(name)).toBe(false);
  },
);
