"""What buyers and sellers of the demo write to each other; `b` is the buyer."""

Line = tuple[str, str]

DIALOGUES: tuple[tuple[Line, ...], ...] = (
    (
        ("b", "Hello! Is the {name} still available?"),
        ("s", "Yes, it is. Would you like to come and see it?"),
        ("b", "Tomorrow after work would suit me, around half past six."),
        ("s", "Perfect. The gate is opposite the chemist in {place}, ring the second bell."),
        ("b", "Great, see you then. Is the price final?"),
        ("s", "A little can be done if you take it along right away 🙂"),
    ),
    (
        ("b", "Namaste, may I rent the {name} for the coming weekend?"),
        ("s", "Namaste! Saturday morning to Sunday evening is free."),
        ("b", "And the deposit?"),
        ("s", "Two days' rent, back the moment it is returned."),
        ("b", "Fine with me. I will send the enquiry with the exact times."),
        ("s", "I have seen it, thank you. Please bring an identity card."),
        ("b", "Will do!"),
    ),
    (
        ("b", "Could you send one more photo of the left side?"),
        ("s", "Of course, this evening in daylight. There is nothing to hide, only a small scratch."),
        ("b", "No hurry. How old is it exactly?"),
        ("s", "Bought three years ago, the bill is here."),
    ),
    (
        ("b", "Hi, is {place} where it can be collected?"),
        ("s", "Yes, five minutes from the main road. A tempo can stop in front of the house."),
        ("b", "My brother has a pickup. Sunday at ten?"),
        ("s", "Sunday at ten is good. I will have it ready downstairs."),
        ("b", "Thank you, that is very kind."),
        ("s", "Please take a blanket for the corners."),
        ("b", "We came, we saw, we loaded. It stands in the hall already, thank you!"),
        ("s", "Enjoy it! My mother says it went to good people."),
    ),
    (
        ("b", "What would be your best price for the {name}?"),
        ("s", "It is already the lower end, but tell me what you have in mind."),
        ("b", "Ten percent less and I pay by UPI today."),
        ("s", "Five, and I deliver it within {city}."),
        ("b", "That is fair. Let me talk to my wife and answer tonight."),
    ),
    (
        ("b", "Good morning. Does it come with a bill?"),
        ("s", "Good morning! Bill and warranty card are both there."),
        ("b", "Then I would like to see it on Friday."),
    ),
    (
        ("b", "Is a lease for six months possible, starting on the first?"),
        ("s", "It is. I send you the agreement to read first."),
        ("b", "Please do. Who takes care of the upkeep?"),
        ("s", "We do, running costs are yours. Anything urgent, call me."),
        ("b", "That is what I hoped. I will read it tonight."),
        ("s", "Take your time."),
    ),
    (
        ("b", "Hello, we are a family of four. Would the {name} be right for us?"),
        ("s", "I think so, the people before were four as well."),
        ("b", "May we come and look with the children?"),
    ),
)

DECLINED = "I am sorry, it is being serviced on these days. The week after is free."
ACCEPTED = "Gladly. Please bring an identity card and call when you are near."
CANCELLED = "Our plans have changed, sorry for the trouble."
