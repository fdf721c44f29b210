// Activity on cards that the user holds or works with, as the live channel announces it.
import { newsOfThings } from "./news";

const cards = newsOfThings();

/** Called only by the live channel. */
export const notifyCardNews = cards.tell;

/** Calls back when a card of the user has changed. */
export const useCardNews = cards.useNews;
