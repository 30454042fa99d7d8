"""Fifteen cities with neighbourhoods, their coordinates in degrees."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A part of a city."""

    place: str
    city: str
    state: str
    latitude: float
    longitude: float


_CITIES: dict[tuple[str, str], str] = {
    ("Mumbai", "Maharashtra"): """
        Andheri West 19.1364 72.8296; Bandra 19.0596 72.8295; Dadar 19.0178 72.8478;
        Powai 19.1176 72.9060; Borivali 19.2307 72.8567""",
    ("Delhi", "Delhi"): """
        Saket 28.5245 77.2066; Dwarka 28.5921 77.0460; Karol Bagh 28.6514 77.1907;
        Lajpat Nagar 28.5677 77.2433; Rohini 28.7360 77.1130""",
    ("Bengaluru", "Karnataka"): """
        Koramangala 12.9352 77.6245; Indiranagar 12.9719 77.6412; Jayanagar 12.9308 77.5838;
        Whitefield 12.9698 77.7500; Malleshwaram 13.0031 77.5643""",
    ("Hyderabad", "Telangana"): """
        Banjara Hills 17.4156 78.4347; Gachibowli 17.4401 78.3489; Kukatpally 17.4849 78.4138;
        Himayatnagar 17.4018 78.4840; Madhapur 17.4483 78.3915""",
    ("Chennai", "Tamil Nadu"): """
        T. Nagar 13.0418 80.2341; Adyar 13.0012 80.2565; Anna Nagar 13.0850 80.2101;
        Velachery 12.9815 80.2180; Mylapore 13.0368 80.2676""",
    ("Kolkata", "West Bengal"): """
        Salt Lake 22.5867 88.4171; Ballygunge 22.5280 88.3659; Park Street 22.5530 88.3524;
        Gariahat 22.5186 88.3655; Shyambazar 22.6010 88.3730""",
    ("Pune", "Maharashtra"): """
        Kothrud 18.5074 73.8077; Viman Nagar 18.5679 73.9143; Aundh 18.5580 73.8075;
        Hadapsar 18.5089 73.9260; Deccan Gymkhana 18.5167 73.8412""",
    ("Ahmedabad", "Gujarat"): """
        Navrangpura 23.0365 72.5611; Bopal 23.0339 72.4630; Satellite 23.0300 72.5176;
        Maninagar 22.9978 72.6012; Vastrapur 23.0395 72.5244""",
    ("Jaipur", "Rajasthan"): """
        Malviya Nagar 26.8549 75.8243; Vaishali Nagar 26.9111 75.7390; C-Scheme 26.9056 75.8005;
        Mansarovar 26.8505 75.7628; Raja Park 26.8986 75.8303""",
    ("Lucknow", "Uttar Pradesh"): """
        Gomti Nagar 26.8496 81.0072; Hazratganj 26.8506 80.9462; Aliganj 26.8929 80.9400;
        Indira Nagar 26.8823 80.9981; Alambagh 26.8130 80.9020""",
    ("Kochi", "Kerala"): """
        Fort Kochi 9.9658 76.2421; Edappally 10.0261 76.3125; Kaloor 9.9990 76.2920;
        Vyttila 9.9670 76.3180; Panampilly Nagar 9.9620 76.2960""",
    ("Chandigarh", "Chandigarh"): """
        Sector 17 30.7410 76.7791; Sector 35 30.7250 76.7600; Sector 22 30.7320 76.7720;
        Sector 44 30.7190 76.7530; Sector 8 30.7420 76.7970""",
    ("Indore", "Madhya Pradesh"): """
        Vijay Nagar 22.7533 75.8937; Palasia 22.7241 75.8839; Rajwada 22.7177 75.8545;
        Bhawarkua 22.6926 75.8676; Sudama Nagar 22.6960 75.8300""",
    ("Guwahati", "Assam"): """
        Paltan Bazaar 26.1800 91.7510; Dispur 26.1433 91.7898; Beltola 26.1240 91.7990;
        Uzan Bazar 26.1930 91.7560; Ganeshguri 26.1480 91.7850""",
    ("Bhubaneswar", "Odisha"): """
        Saheed Nagar 20.2870 85.8440; Patia 20.3550 85.8190; Jaydev Vihar 20.3000 85.8180;
        Old Town 20.2390 85.8340; Khandagiri 20.2590 85.7830""",
}


def _read(city: str, state: str, listed: str) -> list[Neighbourhood]:
    made = []
    for line in listed.replace("\n", " ").split(";"):
        *name, latitude, longitude = line.split()
        made.append(Neighbourhood(" ".join(name), city, state, float(latitude), float(longitude)))
    return made


NEIGHBOURHOODS: tuple[Neighbourhood, ...] = tuple(
    neighbourhood for (city, state), listed in _CITIES.items() for neighbourhood in _read(city, state, listed)
)
