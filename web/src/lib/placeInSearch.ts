// Finds a location in the text of a search for shops: "pizza in Ottawa" searches near Ottawa.

/** Postal area of each town's centre, by the town's name without accents. */
const TOWNS: Record<string, string> = {
  barrie: "L4M",
  brampton: "L6V",
  brantford: "N3T",
  burlington: "L7R",
  burnaby: "V5H",
  calgary: "T2P",
  cambridge: "N1R",
  charlottetown: "C1A",
  edmonton: "T5J",
  fredericton: "E3B",
  gatineau: "J8X",
  guelph: "N1H",
  halifax: "B3J",
  hamilton: "L8P",
  iqaluit: "X0A",
  kamloops: "V2C",
  kelowna: "V1Y",
  kingston: "K7L",
  kitchener: "N2G",
  laval: "H7V",
  lethbridge: "T1J",
  levis: "G6V",
  london: "N6A",
  longueuil: "J4K",
  markham: "L3R",
  mississauga: "L5B",
  moncton: "E1C",
  montreal: "H2Y",
  nanaimo: "V9R",
  "niagara falls": "L2E",
  oakville: "L6J",
  oshawa: "L1H",
  ottawa: "K1P",
  peterborough: "K9H",
  quebec: "G1R",
  "red deer": "T4N",
  regina: "S4P",
  richmond: "V6X",
  saguenay: "G7H",
  "saint john": "E2L",
  saskatoon: "S7K",
  sherbrooke: "J1H",
  "st. catharines": "L2R",
  "st. john's": "A1C",
  sudbury: "P3E",
  surrey: "V3T",
  "thunder bay": "P7B",
  toronto: "M5H",
  "trois-rivieres": "G9A",
  vancouver: "V6B",
  vaughan: "L4K",
  victoria: "V8W",
  waterloo: "N2J",
  whitehorse: "Y1A",
  windsor: "N9A",
  winnipeg: "R3C",
  yellowknife: "X1A",
};

/** Words before a location. A town's name without one may be part of a shop's name. */
const NEAR = String.raw`(?:near|nearby|close to|around|in|près de|pres de|proche de|autour de|à|a)`;
/** Matches postal codes, but not "B2B", which has the form of one. */
const CODE = /(?<![\p{L}\d])(?!b2b(?![\p{L}\d]))([A-Z]\d[A-Z])(?:[\s-]?(\d[A-Z]\d))?(?![\p{L}\d])/iu;

interface PlaceInSearch {
  /** Text without the location. */
  text: string;
  /** Postal code of the location. */
  near: string;
}

function folded(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase().trim();
}

function without(text: string, place: string): string {
  const [before = "", after = ""] = text.split(place);
  const rest = before.replace(new RegExp(String.raw`(^|\s)${NEAR}\s*$`, "iu"), " ");
  return `${rest} ${after}`.replaceAll(/\s+/g, " ").trim();
}

/** Returns the location in a search and the rest of the text; `undefined` if there is none. */
export function placeInSearch(text: string): PlaceInSearch | undefined {
  const code = CODE.exec(text);
  if (code) {
    const [whole, area = "", rest = ""] = code;
    return { text: without(text, whole), near: (area + rest).toUpperCase() };
  }
  const named = new RegExp(String.raw`(?:^|\s)${NEAR}\s+(.+)$`, "iu").exec(text);
  const town = named?.[1];
  const near = town === undefined ? undefined : TOWNS[folded(town)];
  return town === undefined || near === undefined ? undefined : { text: without(text, town), near };
}
