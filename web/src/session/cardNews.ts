// What happens on the cards that somebody holds or works with, as the live channel tells it.
import { newsOfThings } from "./news";

const cards = newsOfThings();

/** For the live channel only. */
export const tellCardNews = cards.tell;

/** Called whenever something has happened on a card of the person at the screen. */
export const useCardNews = cards.useNews;
