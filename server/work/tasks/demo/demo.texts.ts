/**
 * Descriptions and comments by task title: `Title | description | comment; comment`. `{}` in a comment mentions a colleague. Unlisted tasks
 * have no description.
 */
const lines = `
  Ask five customers what they look for on the first page | We argue about the first page without asking anybody. Five calls of fifteen minutes, notes in the shared folder. | Menard, Al-Noor and the mill have said yes. Two are missing.; {} do you know somebody who books only twice a year?; The question about prices comes first in every call so far.
  Let customers name their own pick-up places | Customers type the same address again and again. They may save it under a name of their own, for example "Ramp 3". | Names are per customer, not per person.; {} how long may a name be on the label?
  Saved quotes expire silently after thirty days | A quote disappears from the list without a word. Show the day it expires and send a reminder three days before. | Al-Noor lost two quotes this month.; The reminder should name the route and the price.
  Compare two quotes side by side | Customers open two windows to compare. Show price, transit time, insurance and pick-up days of two quotes in one table. | Three columns don't fit on a tablet, two do.; {} a first sketch is in the folder.
  Kurdish line breaks in narrow columns | Long Kurdish words break in the middle of a letter group in the price table. Happens below 400 pixels. | Only with the old font. The new one breaks correctly.; ڕێژان has sent three screenshots.
  Dark theme for the driver's hand-over view | Drivers hand over at night and are blinded. The view follows the setting of the phone. | The signature field has to stay white, the pen is black.
  Send a summary of the week by e-mail | Every Monday at seven: shipments of last week, open papers, invoices due. Customers can switch it off in one click. | {} which five figures do you want in it?; Template is ready in English and German.
  Attach photos to a damage report | Customers send photos by chat today, and we lose them. Up to ten pictures per report, taken with the phone. | The insurer needs the time at which a picture was taken.; Made smaller on the phone before sending, or it takes minutes.
  Search by container number without the check digit | People leave out the last digit. Find MSKU 123456 although the full number is MSKU 1234565. | Two containers can match. Show both with their ship.
  Empty and error states of the route planner | The map stays grey when nothing is found. Each state says what happened and what to try. | "Too far away" needs the limit in kilometres.; {} the wording for no connection is yours.
  Address list: keep the last ten | The list of recent addresses shows only three, in random order. Keep ten, the latest first. | Ten is enough, nobody asked for more.
  Depot opening hours on public holidays | Customers drove to a closed gate at the end of Ramadan. Show hours for the holidays of Iraq, Türkiye and Germany. | Ankara sends its list in January only.; {} who keeps this up to date next year?
  ترجمة رسائل الخطأ في نموذج الحجز | رسائل الخطأ في نموذج الحجز ما زالت بالإنجليزية. المطلوب نصوص قصيرة وواضحة. | الرسائل الاثنتا عشرة الأولى جاهزة.; هل نكتب «الشحنة» أم «الطرد»؟
  Password rules are explained before they fail | The rules appear only after the third wrong try. Show them next to the field and tick them off while typing. | The screen reader should hear each rule once, not on every key.
  Redirects for the 280 addresses of the old site | Search engines and bookmarks still lead to the old site. Each old address leads to the matching new page. | 190 are mapped by a rule, 90 need a person.; The access log shows 31 that nobody has opened for a year.
  Customs papers: show which one is missing | Trucks wait at the border because one paper is missing and nobody knows which. List what is needed per country and mark what is there. | Mariam has checked the list for Türkiye.; {} is the ATR form needed for transit as well?
  Keyboard path through the booking form | The date picker can't be left with the keyboard. The whole form works without a mouse. | Tab order is right now, the summary page is missing.
  Photo credits for the fleet pages | Four pictures have no photographer named. Ask for the names or replace the pictures. | Two of them are ours. I have the names.
  Booking stops after choosing a date in Safari | On iPhones the button stays grey after a date is chosen. About one in nine bookings comes from Safari. | Happens with iOS 17 and 18, not with 16.; The cause is our date format. Fix is in review.; {} can you try it on your phone?
  Shipment page follows the truck's position | Customers call to ask where their truck is. The page shows the position, updated every minute, and the expected arrival. | Positions arrive every 40 seconds in the test.; What do we show while the truck is in the mountains without signal?; 200 viewers at once are fine.
  Home page: words and pictures of the first screen | The first screen talks about us. It should say what a customer can do here: book, follow, find papers. | Draft B reads best, Grace agrees.; The picture of the bridge is too dark on phones.
  Price calculator rounds up above ten tonnes | 10.2 t are charged as 11 t. Finance wants steps of 100 kg. Affects quotes since September. | 14 open quotes are wrong, by 3 to 60 euros.; {} the recalculated quotes are in the folder, please check two of them.
  예약 양식 한국어 검수 | 예약 양식의 한국어 번역을 처음부터 끝까지 검토합니다. 용어집을 기준으로 합니다. | 용어집은 끝났습니다. 양식은 내일 봅니다.; "화물"과 "소포"를 구분해야 합니다.
  Language switch keeps the page one is on | Switching the language leads back to the home page. It should stay on the same page, filters included. | Works except for the news pages.
  Colour contrast of all forms | Some notes are light grey on white. All text reaches a contrast of 4.5 to 1. | Buttons and fields are done. Charts are next.; {} the grey of the notes is still at 3.9.
  Rate table: rounding rules from finance | Quotes and invoices round differently. One rule for both: half up, per line. | Ingrid has sent the rules in writing.; 40 examples from last year agree.
  Icons for the six freight classes | Dispatch reads the class as a number only. Six icons that can be told apart at 16 pixels. | Dangerous goods and chilled look too similar.; Second draft is in the folder.
  Buchungsbestätigung als PDF | Kunden in Deutschland brauchen die Bestätigung als PDF mit Briefkopf. Umlaute und lange Firmennamen prüfen. | Die Schriften sind eingebettet.; „Spedition Größer & Söhne“ passt jetzt in eine Zeile.
  Two-step sign-in for key accounts | Key accounts see prices and contracts. Their sign-in asks for a code of an app. | Recovery codes can be printed.; The handbook page is written.
  Cookie notice without dark patterns | Refuse is as large as accept, and remembered. | Legal has read it, no changes.
  Type scale for Latin, Arabic and Hangul | Arabic looks small next to Latin, Hangul looks large. One scale that fits all three. | Arabic is two pixels larger now.
  Contact form goes to the right depot | All messages went to Rotterdam. The depot follows from the postcode. | Tested with forty postcodes, all right.
  Search box understands shipment numbers | Typing a shipment number leads straight to the shipment. | Also with spaces and lower case.
  Quote form: three steps instead of seven | Half of the visitors give up at step four. Goods, route, contact: three steps. | Drop-out went from 48 to 21 percent in the test.; {} the old form stays until the end of the month.
  Error pages that say what to do next | The error page showed a code only. It names the problem, a way on and the phone number. | The phone number depends on the country.
  Load fonts only for the language in use | All fonts were loaded for everybody, 1.4 MB. | 310 kB for English readers now.
  Old quotes are imported | 6,200 quotes of the old system with their state. | Eleven have no customer. They stay in the old system.
  Shipment list loads in pages | The list of large customers took nine seconds. | 0.4 seconds for the first page.
  Accessible date picker | The date picker works with keyboard and screen reader. | Tested with NVDA and VoiceOver.
  Staging environment with made-up customers | A copy to try things on, without real names. | Refreshed every Sunday.
  Terms of carriage in four languages | The terms in English, German, Arabic and Kurdish. | The Kurdish version has been read by the lawyer.
  Sort the fleet pages by what customers ask | Customers look for pallet spaces first, then for weight. | Order is pallets, weight, height.
  Delivery note can be downloaded again | The link worked only once. | It works for two years now.
  Freight classes explained with examples | Each class with a picture and two examples. | Support sends the link every day.
  Booking e-mail went out twice | A retry of the mail server sent the mail again. | No double mail for two weeks.
  Phone numbers with country code | Numbers are stored with country code and shown as in the reader's country. | 120 numbers had to be asked for.
  Tone of voice: one page | How we write to customers: short, friendly, without abbreviations. | Printed and on the wall.
  Sketches of the whole journey | From the first visit to the paid invoice on one sheet. | The sheet hangs in the meeting room.
  Signature field too small for gloves | Drivers wear gloves at the ramp. The field takes the whole width. | Tried with winter gloves in the cold room.
  Ask for rest times instead of guessing | The planner guesses rest times. Drivers enter them, two taps at a stop. | The law asks for 45 minutes after four and a half hours.
  Show the loading bay on the tour page | Drivers ask at the gate which bay is theirs. | Dispatch knows the bay one hour before arrival.
  وەرگێڕانی ئاگادارییەکانی ڕێگا | ئاگادارییەکانی ڕێگا هێشتا بە ئینگلیزین. پێویستە کورت و ڕوون بن. | نیوەیان تەواو بوون.
  Night colours that don't blind | White screens blind in the cabin. Dark colours from sunset on. | Red text is hard to read at night, amber is better.
  Photos upload over Wi-Fi only, when wished | Drivers pay for their data in two countries. A switch in the settings. | Off by default.
  Widget with the next stop | Next stop, time window and distance on the home screen. | Android first.
  Take over a tour from a colleague | When a driver falls ill, a colleague takes over the rest of the tour with its photos. | {} dispatch has to confirm the change.
  Count pallets by camera: try it for a week | A test with two drivers in Erbil: is the count right often enough? | 93 of 100 on the first day, wrapped pallets are the problem.
  Make the emergency number one touch | One button on every screen calls dispatch. | Not next to "Arrived", or it is pressed by mistake.
  Export of tours for the tachograph audit | The auditor wants driving times of a quarter as a file. | The file of last quarter was accepted.
  Hand-over without network loses the photo | Without network the hand-over is saved, but its photo isn't. | The photo waits in the queue now and is sent later.; {} try it in the tunnel, please.
  Tour list: drag the order of stops | Drivers know shortcuts. They may change the order within the time windows. | The list jumps when a stop is added meanwhile.
  Barcode scanner reads damaged labels | One label in thirty can't be read. Try the second camera and allow typing. | Typing works, the second camera helps little.
  Arabic voice for directions | Directions are spoken in Arabic. | Street names are read letter by letter. The provider knows.
  App starts in under two seconds on the oldest phone | The oldest phone in use takes five seconds. | 2.8 seconds since the pictures load later.
  Offline map of the mountain roads | No signal between Rawanduz and Choman. The map is stored before the tour. | 180 MB. Wi-Fi only.
  Report a closed road | Drivers report a closed road, colleagues see it at once. | A report ends after six hours unless somebody confirms it.
  Battery warning before a long tour | Warn below 40 percent when the tour is longer than five hours. | Thresholds agreed with dispatch.
  기사용 인수 화면 번역 | 인수 화면의 문구를 한국어로 옮깁니다. | 버튼 두 개가 너무 길어서 줄였습니다.
  Damage report with voice note | Drivers speak instead of typing. The note is kept with the report. | 60 seconds are enough.
  Sign in with the number on the badge | Drivers forget passwords. Badge number and a code of four digits. | Five wrong codes lock the badge for fifteen minutes.
  Tours of the day, sorted by time window | The list was sorted by number. | Sorted by the start of the time window.
  Signature on the glass | Customers sign on the phone. | Stored as a drawing in the delivery note.
  Larger touch targets everywhere | Everything that is touched is at least 48 pixels high. | Measured on all 22 screens.
  Push message when a stop is added | Drivers learn of a new stop without opening the app. | Arrives in about two seconds.
  Crash when the phone changes its time zone | The app crashed at the border. | Fixed and tried on the way to Mardin.
  Fuel receipts by photo | A photo of the receipt replaces the envelope. | Finance reads the amounts without asking back.
  Map opens at the gate, not at the office | Trucks stood at the office entrance. | All 34 gates have their position now.
  Language follows the phone, and can be changed | Five languages. | Two drivers use Kurdish on an Arabic phone.
  Pictures are made smaller before sending | Pictures of 8 MB took minutes. | 400 kB, still readable.
  Test phones for all depots | Two phones per depot, old and new. | Delivered to all seven.
  Checklist before departure | Tyres, lights, papers, load: six ticks. | Takes less than a minute.
  Sound for new messages, loud enough | The sound is heard with the engine running. | Chosen by four drivers.
  Tour stays readable in sunlight | Higher contrast at full brightness. | Tried at noon in August.
  Logout wipes the tour from the phone | Nothing stays on a shared phone. | Checked with the phone's file browser.
  First prototype with three drivers | One week, one depot, three drivers. | They want to keep it.
  Which phones do our drivers have? | A list before we choose what to support. | 41 of 58 are Android 10 or newer.
  Solar panels over the parking lot | Offers for 80 kW over the parking lot, with the time until it pays off. | First offer: seven years.
  Shower and rest room for drivers from far away | Drivers from Türkiye wait up to nine hours. | The plumber can start when the floor is done.
  Open day for the neighbours | Saturday in spring: tours, tea, and what will get louder. | {} could you ask the school next door?
  Charging points for two electric vans | Two points of 22 kW next to the ramp. | The power connection has enough reserve.
  Shared canteen with the mill next door | The mill has a kitchen, we have the hall. | They would like to start in February.
  Marking on the floor: lanes, bays, escape routes | Yellow lanes for fork-lifts, white bays, green escape routes. | Paint needs two days without traffic.
  Fork-lift licences for nine people | Nine people need the licence before the opening. | Six are registered, three still need the medical check.
  Signs in Kurdish, Arabic and English | All signs in three languages, same size. | Proof of the first ten is in the folder.
  Two lines of internet from different sides | One by cable, one by radio, so that a digger can't cut both. | The radio mast needs a permit.
  Insurance from the day of the hand-over | Building, stock and liability from the first day. | The broker needs the value of the racking.
  First-aid kits and defibrillator | Four kits, one defibrillator, training for ten people. | Training is on the 12th.
  Racking: delivery in three loads | The racking arrives in three trucks. Each is checked against the list. | First load is complete.; Two uprights of the second are bent, replacements are on the way.
  Job advertisements for the night shift | Twelve people for two night shifts. | 31 applications so far.
  Weighbridge calibration | The office of weights calibrates the bridge with a load of 20 t. | They need the truck for a whole morning.
  رخصة الدفاع المدني | المطلوب رخصة الدفاع المدني قبل الافتتاح، مع مخطط الإخلاء. | يريدون بابًا إضافيًا في الجهة الشمالية.; الزيارة القادمة يوم الأحد.
  Cold room holds -22 °C for a week | One week at -22 °C with an open door every ten minutes. | Day three, no deviation so far.
  Hire a depot manager and two shift leads | One manager, two shift leads, from the region if possible. | Two good candidates for the manager.
  Dock levellers 7 to 12 | Six levellers are still to be fitted. | 7 to 9 work. 10 makes a noise.
  Camera plan with the works council | Where cameras hang, who sees the pictures, and for how long. | Fourteen days is agreed, the break room stays free.
  Move plan: from the rented hall in four nights | Four nights, 2,400 pallets, no delivery missed. | Night one takes the slow movers.
  Scanner coverage in every corner | Scanners lose the network behind the cold room. | Two more access points fix it.
  Gate software speaks with dispatch | The gate opens when dispatch has confirmed the truck. | Plates from Türkiye are read correctly now.
  Road permit for trucks over 40 t | Permit for the access road. | Granted until 2028.
  Power connection of 630 kVA | The grid operator connects us to the new substation. | Connected and measured.
  Customs bond for the inner yard | Goods wait for customs in our own yard. | Customs has sealed the fence.
  Fire water: second hydrant | The fire brigade asks for a second hydrant. | 1,200 litres a minute at both.
  Inventory count in three depots on one day | All three depots count on the same day, with two people per aisle. | Count sheets are printed per aisle.; {} can dispatch stop outgoing trucks from six on?
  Accruals for the December tours | Tours that begin in December and end in January are split by days. | 61 tours, list is in the folder.
  Holiday balances agree with people's calendars | Days left at the end of the year, compared with the calendars. | Four people differ by half a day.
  Letters of the banks | All banks confirm balances and guarantees at the end of the year. | Two of six have answered.
  Rates of the last day of the year | Rates of the central banks for four currencies. | Source agreed with the auditor.
  Provision for the tyre recall | The manufacturer recalls 120 tyres. What do we have to set aside? | Replacement is free, the work isn't.
  Write off what nobody can find | Items that were missing in two counts. | 34 items, 2,100 euros in all.
  Binder for the auditor, in digital form | Everything that the auditor asked for last year in one folder. | Eleven of fourteen chapters are complete.
  Statement of cash flows: first draft | First draft from the figures of October. | The leasing payments are in the wrong line.
  Calendar of closings for next year | Closing days of all twelve months, agreed with payroll. | {} is the 4th of January too early for you?
  Receivables older than ninety days | 23 invoices, 86,000 euros. Call, then write. | Nine are left, the three largest are paid.
  Fixed assets: the new trucks | Six trucks with their invoices, registration and useful life. | One invoice shows the wrong chassis number.
  Advances of drivers settled | Every advance is settled with receipts before the end of the year. | Seven drivers are missing.
  Match dollar and dinar accounts | Transfers between both accounts match in amount and rate. | The difference of October is found: a rate of the wrong day.
  Withholding tax on foreign subcontractors | Which subcontractors need a certificate, and which have one? | Two certificates expire in March.
  Sample of forty freight invoices | The auditor picks forty invoices and follows each to the delivery note. | 37 are complete.
  Contracts of lease under the new rules | All leases longer than a year with term, rate and options. | The option of the depot in Mersin changes the result.
  Confirmation letters to twenty customers | Customers confirm what they owe. | Eleven answers, no difference.
`;

export interface TaskTexts {
  description: string;
  comments: readonly string[];
}

export const textsByTitle: ReadonlyMap<string, TaskTexts> = new Map(
  lines
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): [string, TaskTexts] => {
      const [title = "", description = "", comments = ""] = line.split("|").map((part) => part.trim());
      return [title, { description, comments: comments.split(";").map((part) => part.trim()) }];
    }),
);
