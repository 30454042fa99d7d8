"""Believable names, and the words of the people who bear them."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WOMEN = _words(
    "Ananya Aditi Bhavna Charu Deepa Divya Fatima Gauri Harini Isha Jyoti Kavya Lakshmi Meera Nandini Nisha "
    "Pooja Priya Radhika Revathi Ritu Sabina Sana Shalini Shreya Sneha Sunita Tanvi Uma Vidya Zoya Mary"
)
MEN = _words(
    "Aarav Abhishek Aditya Ajay Amit Arjun Ashok Bharat Chetan Deepak Farhan Gaurav Harish Imran Joseph Karthik "
    "Kunal Manish Mohan Nikhil Omkar Pranav Rahul Rajesh Rohan Sandeep Sanjay Siddharth Suresh Tarun Vikram "
    "Yusuf"
)
FAMILIES = _words(
    "Agarwal Ansari Banerjee Basu Bhat Bora Chatterjee Chauhan Das D'Souza Deshmukh Fernandes Ghosh Gupta Hegde "
    "Hussain Iyer Jain Joshi Kaur Khan Kulkarni Kumar Malhotra Mehta Menon Mishra Mohanty Nair Naidu Pandey "
    "Patel Patil Pillai Rao Rathore Reddy Saxena Sethi Shah Sharma Shetty Singh Sinha Thomas Varma Verma Yadav"
)

SHOPS = {
    "Cars": ("Highway Motors", "City Car Point", "Sharp Wheels"),
    "Bikes & Scooters": ("Two Wheel Corner", "Ride Again"),
    "Homes": ("Nest Finders", "Key & Door Realty"),
    "Offices, Shops & Land": ("Keystone Spaces", "Market Square Realty"),
    "Mobiles & Tablets": ("Mobile Adda", "Second Ring"),
    "Computers & Gaming": ("Byte Bazaar", "Laptop Lane"),
    "TV, Audio & Cameras": ("Sound & Frame", "Lens House"),
    "Furniture": ("Old Teak Company", "Rent-a-Room Furniture"),
    "Home Appliances": ("Cool Home Exchange", "Spin & Chill"),
    "Fashion & Wedding Wear": ("Rangoli Rentals", "The Silk Trunk"),
    "Baby & Kids": ("Little Steps",),
    "Books & Art": ("Paper Boat Books",),
    "Musical Instruments": ("Sur Sangam Instruments",),
    "Sports & Fitness": ("Fit Yard", "Maidan Sports"),
    "Tools & Machinery": ("Nirman Equipment Hire", "Tool Library"),
    "Farm & Garden": ("Kisan Machinery", "Terrace Greens"),
    "Events & Party Hire": ("Shubh Events", "Lights & Lawns"),
}

TESTIMONIALS = (
    (
        "Meera Nair",
        "I rented a lehenga for my cousin's wedding and the owner even pinned the dupatta for me. "
        "I have not bought festive clothes since.",
    ),
    (
        "Joseph Fernandes",
        "Our old sofa found a family within two days. They sent a photo of their grandmother asleep on it.",
    ),
    (
        "Sunita Patil",
        "I lease two power tillers to my neighbours through the season. The calendar keeps the quarrels away.",
    ),
    (
        "Imran Ansari",
        "Found a flat ten minutes from work without paying a broker. I could ask everything in the chat first.",
    ),
    (
        "Kavya Hegde",
        "As a student I buy my books here in June and sell them in May. It pays for the year's coffee.",
    ),
    (
        "Rajesh Gupta",
        "We run a sound and light business. Half of this season's bookings came with an enquiry from here.",
    ),
    (
        "Tanvi Deshmukh",
        "The seller answered within minutes, showed me the scooter's papers and came along for the transfer.",
    ),
    (
        "Harish Reddy",
        "I only wanted to see what my camera was worth. It was sold before dinner, at the price I asked.",
    ),
)
