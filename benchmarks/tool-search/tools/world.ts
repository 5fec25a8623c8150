/** Weather, maps and general knowledge of the day. */
export const world = `
# weather
getCurrentWeather: Returns temperature, wind and sky at a place.
  place: Town or coordinates.
getWeatherForecast: Returns the forecast of a place for the next days.
  place: Town or coordinates.
  days? integer: Up to 10.
listWeatherWarnings: Lists storm, flood and frost warnings of a region.
  region: The region.
getAirQuality: Returns fine dust and ozone at a place.
  place: Town or coordinates.

# maps
geocode_address: Turns an address into coordinates.
  address: The address.
reverse_geocode: Turns coordinates into an address.
  latitude number: Latitude.
  longitude number: Longitude.
getDirections: Describes the way from one place to another.
  from: Start.
  to: Destination.
  mode? driving|walking|cycling|transit: How one travels.
getTravelTime: Estimates how long a journey takes with the traffic of the moment.
  from: Start.
  to: Destination.
findNearbyPlaces: Finds restaurants, hotels or shops around a place.
  near: Place.
  kind: What is sought.
getTimeZone: Returns the time zone and local time of a place.
  place: Town or coordinates.

# general
searchWeb: Searches the web and returns titles, addresses and excerpts.
  query: What to search for.
fetchWebPage: Returns the text of a web page.
  url: Its address.
getPublicHolidays: Lists the public holidays of a country.
  country: ISO code.
  year integer: The year.
getStockPrice: Returns the latest share price of a listed company.
  symbol: Ticker symbol.
getNews: Returns headlines on a subject.
  subject: The subject.
calculate: Evaluates an arithmetic expression.
  expression: Such as (3 + 4) * 2.
generateImage: Draws a picture from a description.
  prompt: What is to be seen.
  size? square|landscape|portrait: Format.
`;
